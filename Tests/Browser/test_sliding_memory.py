"""Racing the sliding puzzle and Memory."""

import collections
import itertools

from player import race, until


def way_home(start, rows, columns):
    """Cells to tap, one tile at a time, until the board is in order."""
    goal = tuple([*range(1, rows * columns), 0])
    came = {tuple(start): None}
    queue = collections.deque(came)
    while goal not in came:
        board = queue.popleft()
        blank = board.index(0)
        row, column = divmod(blank, columns)
        for y, x in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= y < rows and 0 <= x < columns:
                cell = y * columns + x
                after = list(board)
                after[blank], after[cell] = after[cell], 0
                if tuple(after) not in came:
                    came[tuple(after)] = (board, cell)
                    queue.append(tuple(after))
    taps = []
    while came[goal]:
        goal, cell = came[goal]
        taps.append(cell)
    return taps[::-1]


def test_a_sliding_race_is_won_by_tapping_and_then_nothing_moves_B36(people):
    kim, lee = people("Kim", 390, 844, has_touch=True, is_mobile=True), people("Lee")
    race(kim, lee, game="sliding", rows=2, columns=2)
    for cell in way_home(kim.mine()["cells"], 2, 2):
        kim.page.locator(f"#board [data-cell='{cell}']:not(.place)").tap()
    until(lambda: kim.mine()["state"] == "won")
    until(lambda: kim.drawn() == [1, 2, 3, 0])
    won = kim.mine()
    kim.key("U")
    kim.page.locator("#board .tile").first.dispatch_event("click")
    until(lambda: lee.drawn(0) == [1, 2, 3, 0])
    assert kim.mine() == won
    for cell in way_home(lee.mine()["cells"], 2, 2):
        lee.tap(cell)
    lee.page.wait_for_selector("#result:not([hidden])")
    until(lambda: "✓" in lee.text("#verdict"))


def test_a_tap_slides_the_whole_run_and_counts_each_tile_B43(people):
    kim = people()
    race(kim, game="sliding", rows=3, columns=3)
    cells = kim.mine()["cells"]
    row, column = divmod(cells.index(0), 3)
    far = row * 3 + (2 if column == 0 else 0)
    distance = abs(far % 3 - column)
    kim.tap(far)
    until(lambda: kim.drawn().index(0) == far, 0.5)
    until(kim.is_settled)
    assert kim.mine()["moves"] == distance


def test_keys_slide_tiles_and_borders_hold_B34(people):
    kim = people()
    race(kim, game="sliding", rows=3, columns=3)
    for way in "UUUULLLLDDDDRRRR":
        kim.key(way)
    until(kim.is_settled)
    assert sorted(kim.drawn()) == list(range(9))
    assert kim.mine()["moves"] <= 12


def test_tiles_are_buttons_for_the_keyboard(people):
    kim = people()
    race(kim, game="sliding", rows=2, columns=2)
    cell = way_home(kim.mine()["cells"], 2, 2)[0]
    kim.page.focus(f"#board [data-cell='{cell}']:not(.place)")
    kim.page.keyboard.press("Enter")
    until(lambda: kim.mine()["moves"] == 1)


def play_memory(kim, tap):
    """Opens what is not yet known, then the partner of what is, until the table is clear."""
    count = len(kim.mine()["cells"])
    known = {}

    def flip(cell):
        n = kim.mine()["n"]
        tap(cell)
        until(lambda: kim.mine()["n"] > n)
        known[cell] = kim.mine()["cells"][cell]

    for first, second in itertools.batched(range(count), 2) if hasattr(itertools, "batched") else zip(*[iter(range(count))] * 2):
        flip(first)
        flip(second)
    matched = {cell for cell, shown in enumerate(kim.mine()["cells"]) if kim.mine()["cells"].count(shown) == 2 and shown}
    for face in sorted(set(known.values())):
        pair = [cell for cell in known if known[cell] == face]
        if pair[1] - pair[0] == 1 and pair[0] % 2 == 0 or pair[0] in matched:
            continue
        for cell in pair:
            if kim.mine()["state"] == "racing" and kim.mine()["cells"][cell] == 0:
                flip(cell)
            elif kim.mine()["state"] == "racing" and cell not in matched:
                # Still open from the last wrong pair: any other card closes it first.
                other = next(one for one in known if kim.mine()["cells"][one] == 0 and known[one] != face)
                flip(other)
                flip(next(one for one in known if kim.mine()["cells"][one] == 0 and known[one] != known[other]))
                flip(cell)


def test_a_memory_race_is_won_and_rivals_see_no_faces(people):
    kim, lee = people("Kim", 390, 844), people("Lee")
    race(kim, lee, game="memory", rows=2, columns=2)
    lee_seat, kim_seat = lee.state()["you"]["seat"], kim.state()["you"]["seat"]
    seen = []

    def tap(cell):
        kim.tap(cell)
        seen.append(lee.drawn(kim_seat))

    play_memory(kim, tap)
    until(lambda: kim.mine()["state"] == "won")
    assert all(not any(cells) for cells in seen)
    assert lee_seat != kim_seat
    play_memory(lee, lee.tap)
    lee.page.wait_for_selector("#result:not([hidden])")
    until(lambda: "✓" in lee.text("#verdict"))
    assert sorted(lee.drawn(kim_seat)) == [1, 1, 2, 2]


def test_double_clicks_and_open_cards_count_once_B45_B46(people):
    kim = people()
    race(kim, game="memory", rows=4, columns=4)
    kim.page.locator("#board [data-cell='5']").dblclick()
    until(lambda: kim.mine()["moves"] == 1)
    kim.tap(5)
    kim.tap(5)
    kim.tap(7)
    until(lambda: kim.mine()["moves"] == 2)
    until(lambda: sum(1 for shown in kim.drawn() if shown) == 2)


def test_a_third_card_closes_the_two_wrong_ones_B44(people):
    kim = people()
    race(kim, game="memory", rows=4, columns=4)
    order = iter(range(16))
    kim.tap(next(order))
    until(lambda: kim.mine()["n"] == 1)
    while True:
        n = kim.mine()["n"]
        kim.tap(next(order))
        until(lambda: kim.mine()["n"] > n)
        shown = [face for face in kim.mine()["cells"] if face]
        if sum(1 for face in shown if shown.count(face) == 1) == 2:
            break
    kim.tap(next(order))
    until(lambda: kim.mine()["moves"] % 2 == 1)
    until(kim.is_settled)
    single = [face for face in kim.drawn() if face and kim.drawn().count(face) == 1]
    assert len(single) == 1


def test_two_wrong_cards_close_by_themselves_after_their_time_B44(people):
    kim = people()
    # Long enough that a busy machine also sees both cards open before they close.
    race(kim, game="memory", rows=8, columns=8, hideAfter=3000)
    pairs = 0
    for cell in range(0, 64, 2):
        kim.tap(cell)
        until(lambda: kim.mine()["moves"] % 2 == 1)
        kim.tap(cell + 1)
        until(lambda: kim.mine()["moves"] % 2 == 0)
        if kim.mine()["score"] == pairs:
            break
        pairs = kim.mine()["score"]
    until(lambda: sum(1 for shown in kim.drawn() if shown) == 2 * pairs + 2)
    until(lambda: sum(1 for shown in kim.drawn() if shown) == 2 * pairs)


def test_memory_can_be_played_by_keyboard_and_names_betray_nothing_B53(people):
    kim = people()
    race(kim, game="memory", rows=2, columns=2)
    names = [card.get_attribute("aria-label") for card in kim.page.locator("#board .flip").all()]
    assert names[1] == "Row 1, column 2, closed" and len(set(names)) == 4
    kim.page.focus("#board [data-cell='0']")
    kim.page.keyboard.press("Enter")
    until(lambda: kim.mine()["moves"] == 1)
    until(lambda: "closed" not in kim.page.get_attribute("#board [data-cell='0']", "aria-label"))
    kim.page.keyboard.press("ArrowRight")
    kim.page.keyboard.press("ArrowDown")
    assert kim.page.evaluate("() => document.activeElement.dataset.cell") == "3"
    kim.page.keyboard.press("Space")
    until(lambda: kim.mine()["moves"] == 2)
    # A closed card has no picture in the document; the second one is drawn a frame after its step was heard.
    until(lambda: kim.page.inner_html("#board").count("<path") == 2)
