"""Statistics of plain tables: intervals, paired contrasts, verdicts, and the table they are shown in.

Sums come in as exact integers and leave as floats only after the last subtraction. Nothing here knows what a game is.
"""
