"""The rules of 十三支 and nothing else: cards, rows, scoring, the fair deal, the table, computer seats.

One word an idea, in the code as at the table:

==========  ===================  ======================================================================
牌          card                 `cards.Card`: a number; `cards.JOKER` is 鬼牌
手牌        hand                 the cards dealt to a seat
墩          row                  front 頭墩 (3 cards), middle 中墩 (5), back 尾墩 (5)
擺牌        arrangement          `arrangement.Arrangement`: the three rows of a seat
牌型        class, ladder        `ladder.CLASSES`; a rule set's ladder orders them, weakest first
大小        strength             `strength.Strengths`: a row as one number that compares as the rules do
相公 倒水   foul                 an arrangement whose rows are out of order: `arrangement.faults`
特殊牌型    special              thirteen cards that count as a whole: `specials`; 報到 is a natural
打槍        gun                  losing no row to an opponent, or winning all three
輾過        run over             losing no row, winning one or two
全壘打      home run             a gun on every opponent
墩分        worth                what winning a row brings
加分 加堵   extra, bonus         points more for a row with a high class
莊家 注     banker, stake        one seat against all others; what each of them plays for
報          declare              a player says that a special counts instead of the rows
抓位        drawing              round 0: the cards that are turned up say who sits where
下一位      queue                who waits for a seat at a full table
彩金點      bonus rank           the rank of the card cut away before the deal
玩法        rule set             `rules.RULE_SETS`: one game of the family as values
得分        payment              `scoring.Payment`: one seat pays another, with the reason
桌 位 局    table, seat, round   where they play, each place at it, one deal from the cut to the score
切牌 封牌   cut, seal            `deal`: the players' part in the shuffle; the proof of an arrangement
==========  ===================  ======================================================================
"""
