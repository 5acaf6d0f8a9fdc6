"""How many people sit at how many tables."""


def sizes(players: int, fewest: int, most: int) -> tuple[list[int], int]:
    """Return how many sit at each table, the larger ones first, and how many have a bye: as few as can be.

    >>> sizes(64, 3, 4), sizes(10, 3, 4), sizes(7, 2, 2), sizes(5, 3, 3)
    (([4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4], 0), ([4, 3, 3], 0), ([2, 2, 2], 1), ([3], 2))
    """
    tables = min(-(-players // most), players // fewest)
    if tables == 0:
        return [], players
    seated = min(players, tables * most)
    each, more = divmod(seated, tables)
    return [each + (n < more) for n in range(tables)], players - seated
