// SPDX-License-Identifier: GPL-2.0
/*
 * An SPI controller whose bus is played by a program: every spi_message goes out by a read of /dev/spi-user, and what
 * the chips answered comes back by a write. In front of it stand the kernel's own spi core and spidev.
 *
 * read:  struct { u32 cs; u32 mode; u32 n; } then n * { u32 len; u32 hz; u32 delay_ns; u32 cs_change; u8 tx[len] }
 * write: the received bytes of all transfers, one after the other (as many as were sent); an empty write fails them
 *
 * Where no program plays, the bus floats low. Whoever plays waits out the delays.
 */
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/slab.h>
#include <linux/spi/spi.h>
#include <linux/uaccess.h>
#include <linux/version.h>
#include <linux/wait.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 6, 0)
#define spi_alloc_host spi_alloc_master
#define chip_select_of(spi) ((spi)->chip_select)
#else
#define chip_select_of(spi) spi_get_chipselect(spi, 0)
#endif

#define MOST_SELECTS 8

static int bus;
module_param(bus, int, 0444);
static int selects = 2;
module_param(selects, int, 0444);
static int no_cs = 1;		/* 0: refuses SPI_NO_CS, as the Pi 5's RP1 did */
module_param(no_cs, int, 0644);
static int timeout_ms = 5000;	/* how long a message waits for whoever plays the bus */
module_param(timeout_ms, int, 0644);

static struct platform_device *pdev;
static struct spi_controller *ctlr;
static DEFINE_MUTEX(lock);
static DECLARE_WAIT_QUEUE_HEAD(asked);
static DECLARE_COMPLETION(answered);
static struct spi_message *now;
static int taken, failed, players;

static int set_up(struct spi_device *spi)
{
	return (spi->mode & SPI_NO_CS) && !no_cs ? -EINVAL : 0;
}

static void finish(struct spi_controller *c, struct spi_message *m, int status)
{
	struct spi_transfer *t;

	m->status = status;
	if (!status)
		list_for_each_entry(t, &m->transfers, transfer_list)
			m->actual_length += t->len;
	spi_finalize_current_message(c);
}

static int one_message(struct spi_controller *c, struct spi_message *m)
{
	struct spi_transfer *t;
	long in_time;

	mutex_lock(&lock);
	if (!players) {
		list_for_each_entry(t, &m->transfers, transfer_list)
			if (t->rx_buf)
				memset(t->rx_buf, 0, t->len);
		mutex_unlock(&lock);
		finish(c, m, 0);
		return 0;
	}
	now = m;
	taken = 0;
	failed = 0;
	reinit_completion(&answered);
	mutex_unlock(&lock);
	wake_up(&asked);
	in_time = wait_for_completion_timeout(&answered, msecs_to_jiffies(timeout_ms));
	mutex_lock(&lock);
	now = NULL;
	mutex_unlock(&lock);
	finish(c, m, in_time ? (failed ? -EIO : 0) : -ETIMEDOUT);
	return m->status;
}

static u32 delay_of(struct spi_transfer *t)
{
	int ns = spi_delay_to_ns(&t->delay, t);

	return ns > 0 ? ns : 0;
}

static ssize_t user_read(struct file *file, char __user *to, size_t n, loff_t *offset)
{
	struct spi_transfer *t;
	u32 head[4], count = 0;
	size_t at = 12;
	ssize_t ret;

	if (wait_event_interruptible(asked, now && !taken))
		return -ERESTARTSYS;
	mutex_lock(&lock);
	ret = -EAGAIN;
	if (!now || taken)
		goto out;
	ret = -EFAULT;
	list_for_each_entry(t, &now->transfers, transfer_list) {
		head[0] = t->len;
		head[1] = t->speed_hz;
		head[2] = delay_of(t);
		head[3] = t->cs_change;
		if (at + 16 + t->len > n) {
			ret = -EMSGSIZE;
			goto out;
		}
		if (copy_to_user(to + at, head, 16))
			goto out;
		at += 16;
		if (t->tx_buf ? copy_to_user(to + at, t->tx_buf, t->len) : clear_user(to + at, t->len))
			goto out;
		at += t->len;
		count++;
	}
	head[0] = chip_select_of(now->spi);
	head[1] = now->spi->mode;
	head[2] = count;
	if (copy_to_user(to, head, 12))
		goto out;
	taken = 1;
	ret = at;
out:
	mutex_unlock(&lock);
	return ret;
}

static ssize_t user_write(struct file *file, const char __user *from, size_t n, loff_t *offset)
{
	struct spi_transfer *t;
	size_t at = 0;
	ssize_t ret = n;

	mutex_lock(&lock);
	if (!now || !taken) {
		ret = -EPIPE;
		goto out;
	}
	failed = !n;
	if (n)
		list_for_each_entry(t, &now->transfers, transfer_list) {
			if (at + t->len > n || (t->rx_buf && copy_from_user(t->rx_buf, from + at, t->len))) {
				failed = 1;
				break;
			}
			at += t->len;
		}
	now = NULL;
	complete(&answered);
out:
	mutex_unlock(&lock);
	return ret;
}

static int user_open(struct inode *inode, struct file *file)
{
	mutex_lock(&lock);
	players++;
	mutex_unlock(&lock);
	return 0;
}

static int user_release(struct inode *inode, struct file *file)
{
	mutex_lock(&lock);
	players--;
	if (now && taken) {
		failed = 1;
		now = NULL;
		complete(&answered);
	}
	mutex_unlock(&lock);
	return 0;
}

static const struct file_operations operations = {
	.owner = THIS_MODULE, .open = user_open, .release = user_release, .read = user_read, .write = user_write,
};
static struct miscdevice misc = {
	.minor = MISC_DYNAMIC_MINOR, .name = "spi-user", .fops = &operations, .mode = 0600,
};

static int __init spi_user_init(void)
{
	int i, err;

	pdev = platform_device_register_simple("spi-user", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(pdev))
		return PTR_ERR(pdev);
	ctlr = spi_alloc_host(&pdev->dev, 0);
	if (!ctlr) {
		err = -ENOMEM;
		goto no_controller;
	}
	ctlr->bus_num = bus;
	ctlr->num_chipselect = selects;
	ctlr->mode_bits = SPI_CPOL | SPI_CPHA | SPI_CS_HIGH | SPI_NO_CS;
	ctlr->bits_per_word_mask = SPI_BPW_MASK(8);
	ctlr->max_speed_hz = 125000000;
	ctlr->setup = set_up;
	ctlr->transfer_one_message = one_message;
	err = spi_register_controller(ctlr);
	if (err) {
		spi_controller_put(ctlr);
		goto no_controller;
	}
	for (i = 0; i < selects && i < MOST_SELECTS; i++) {
		struct spi_board_info info = {
			.modalias = "ltc2488",	/* one of those that spidev serves by name */
			.max_speed_hz = 125000000, .chip_select = i,
		};

		spi_new_device(ctlr, &info);
	}
	err = misc_register(&misc);
	if (!err)
		return 0;
	spi_unregister_controller(ctlr);
no_controller:
	platform_device_unregister(pdev);
	return err;
}
module_init(spi_user_init);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("SPI controller whose bus is played by a program");
