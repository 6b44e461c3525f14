from bot.lengths import clipped, plain, size


def test_where_nothing_is_formatted_nothing_is_escaped():
    assert plain("**@everyone**\u202e") == "**@everyone**"


def test_a_sign_that_stands_for_a_phrase_counts_as_one():
    assert plain("\ufdfd" * 32) == "\ufdfd…"
    assert plain("\ufdfa" * 32) == "\u2068\ufdfa…\u2069"
    assert plain("㍿" * 4) == "㍿" * 4


def test_a_family_of_emoji_is_not_cut_in_its_joint():
    assert clipped("👩‍🚒👩‍🚒", 5) == "👩…"
    assert clipped("😀" * 3, 6) == "😀" * 3
    assert size("😀a") == 3
