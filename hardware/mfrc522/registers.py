"""The MFRC522's registers, commands and bits under the names of its datasheet (NXP MFRC522 rev. 3.9, section 9)."""

from enum import IntEnum


class Register(IntEnum):
    """Register addresses; the comment after each names its section in the datasheet."""

    COMMAND = 0x01  # 9.3.1.2
    COM_I_EN = 0x02  # 9.3.1.3
    DIV_I_EN = 0x03  # 9.3.1.4
    COM_IRQ = 0x04  # 9.3.1.5
    DIV_IRQ = 0x05  # 9.3.1.6
    ERROR = 0x06  # 9.3.1.7
    STATUS1 = 0x07  # 9.3.1.8
    STATUS2 = 0x08  # 9.3.1.9
    FIFO_DATA = 0x09  # 9.3.1.10
    FIFO_LEVEL = 0x0A  # 9.3.1.11
    WATER_LEVEL = 0x0B  # 9.3.1.12
    CONTROL = 0x0C  # 9.3.1.13
    BIT_FRAMING = 0x0D  # 9.3.1.14
    COLL = 0x0E  # 9.3.1.15
    MODE = 0x11  # 9.3.2.2
    TX_MODE = 0x12  # 9.3.2.3
    RX_MODE = 0x13  # 9.3.2.4
    TX_CONTROL = 0x14  # 9.3.2.5
    TX_ASK = 0x15  # 9.3.2.6
    TX_SEL = 0x16  # 9.3.2.7
    RX_SEL = 0x17  # 9.3.2.8
    RX_THRESHOLD = 0x18  # 9.3.2.9
    DEMOD = 0x19  # 9.3.2.10
    MF_TX = 0x1C  # 9.3.2.13
    MF_RX = 0x1D  # 9.3.2.14
    SERIAL_SPEED = 0x1F  # 9.3.2.16
    CRC_RESULT_HIGH = 0x21  # 9.3.3.2
    CRC_RESULT_LOW = 0x22  # 9.3.3.2
    MOD_WIDTH = 0x24  # 9.3.3.4
    RF_CFG = 0x26  # 9.3.3.6
    GS_N = 0x27  # 9.3.3.7
    CW_GS_P = 0x28  # 9.3.3.8
    MOD_GS_P = 0x29  # 9.3.3.9
    T_MODE = 0x2A  # 9.3.3.10
    T_PRESCALER = 0x2B  # 9.3.3.10
    T_RELOAD_HIGH = 0x2C  # 9.3.3.11
    T_RELOAD_LOW = 0x2D  # 9.3.3.11
    T_COUNTER_HIGH = 0x2E  # 9.3.3.12
    T_COUNTER_LOW = 0x2F  # 9.3.3.12
    AUTO_TEST = 0x36  # 9.3.4.7
    VERSION = 0x37  # 9.3.4.8


class Command(IntEnum):
    """Commands of the chip's state machine (section 10.3)."""

    IDLE = 0x0
    MEM = 0x1
    GENERATE_RANDOM_ID = 0x2
    CALC_CRC = 0x3
    TRANSMIT = 0x4
    NO_CMD_CHANGE = 0x7
    RECEIVE = 0x8
    TRANSCEIVE = 0xC
    SOFT_RESET = 0xF


class ComIrq(IntEnum):
    """Bits of ComIrqReg (9.3.1.5). Writing with SET1 = 0 clears the bits that are set in the value."""

    SET1 = 0x80
    TX = 0x40
    RX = 0x20
    IDLE = 0x10
    HI_ALERT = 0x08
    LO_ALERT = 0x04
    ERR = 0x02
    TIMER = 0x01


class DivIrq(IntEnum):
    """Bits of DivIrqReg (9.3.1.6)."""

    SET2 = 0x80
    CRC = 0x04


class Error(IntEnum):
    """Bits of ErrorReg (9.3.1.7); all but TEMP are cleared when a command starts."""

    WR = 0x80
    TEMP = 0x40
    BUFFER_OVFL = 0x10
    COLL = 0x08
    CRC = 0x04
    PARITY = 0x02
    PROTOCOL = 0x01


POWER_DOWN = 0x10  # CommandReg
FLUSH_BUFFER = 0x80  # FIFOLevelReg
START_SEND = 0x80  # BitFramingReg
TIMER_STOP_NOW = 0x80  # ControlReg
TIMER_START_NOW = 0x40  # ControlReg
LAST_BITS = 0x07  # ControlReg (RxLastBits) and BitFramingReg (TxLastBits)
COLL_POS_NOT_VALID = 0x20  # CollReg
COLL_POS = 0x1F  # CollReg: position of the first collided bit, counted from 1; 0 stands for the 32nd
TX_CONTROL_RESET = 0x80  # TxControlReg after a reset: InvTx2RFOn (9.3.2.5)
ANTENNA = 0x03  # TxControlReg: Tx1RFEn and Tx2RFEn
TIMER_AUTO = 0x80  # TModeReg: TAuto
TIMER_RUNNING = 0x08  # Status1Reg
CRC_READY = 0x20  # Status1Reg
FORCE_100_ASK = 0x40  # TxASKReg
FIFO_SIZE = 64  # 8.3
BUFFER_SIZE = 25  # the internal buffer (10.3.1.2)
CRC_EN = 0x80  # TxModeReg and RxModeReg
RX_NO_ERR = 0x08  # RxModeReg: fewer than four bits are ignored
PARITY_DISABLE = 0x10  # MfRxReg
RX_ALIGN = 0x70  # BitFramingReg
VALUES_AFTER_COLL = 0x80  # CollReg: 0 clears the bits after a collision
SELF_TEST_ON = 0x09  # AutoTestReg (16.1.1)
RF_CFG_RESERVED = 0x08  # bits 3 to 0 of RFCfgReg after a reset (9.3.3.6)
HI_ALERT = 0x02  # Status1Reg
LO_ALERT = 0x01  # Status1Reg
