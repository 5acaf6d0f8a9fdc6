"""Rule books written anew from the ledgers, beside the table's own: what each allows, refuses and brings about.

An oracle imports nothing of `table`. It is told what people do: who lays which card where, who presses how. It says
which events follow, each with the rules by which the ledger has it so. The table is driven with the same actions, as
facts: both have to tell the same events, and every "Why?" cites only those rules.
"""
