"""Rule books written independently from the ledgers: what each allows, refuses and causes.

An oracle imports nothing from `table`. It gets what people do: who lays which card where, who presses how. It returns
the events that follow, each with the ledger's rules for it. The table gets the same actions as facts: both must give
the same events, and every "Why?" may cite only those rules.
"""
