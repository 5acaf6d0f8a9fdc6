-- A journal recorded under rules version 1 of Mito: game 1 is over, game 2 was interrupted.
PRAGMA application_id = 1130459748;
PRAGMA user_version = 4;
BEGIN TRANSACTION;
CREATE TABLE events (
    game_id INTEGER NOT NULL REFERENCES games (id),
    fact_number INTEGER NOT NULL,
    audience TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, fact_number, audience, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "events" VALUES(1,0,'host',1,'{"seq": 1, "t": 0.0, "event": "game_started", "game": "mito", "players": ["Ana", "Ben", "Cleo"]}');
INSERT INTO "events" VALUES(1,0,'host',2,'{"seq": 2, "t": 0.0, "event": "round_started", "round": 1, "starter": 1, "guard": 1}');
INSERT INTO "events" VALUES(1,0,'public',1,'{"seq": 1, "t": 0.0, "event": "game_started", "game": "mito", "players": ["Ana", "Ben", "Cleo"]}');
INSERT INTO "events" VALUES(1,0,'public',2,'{"seq": 2, "t": 0.0, "event": "round_started", "round": 1, "starter": 1, "guard": 1}');
INSERT INTO "events" VALUES(1,0,'sealed',1,'{"seq": 1, "t": 0.0, "event": "game_started", "game": "mito", "players": ["Ana", "Ben", "Cleo"]}');
INSERT INTO "events" VALUES(1,0,'sealed',2,'{"seq": 2, "t": 0.0, "event": "round_started", "round": 1, "starter": 1, "guard": 1}');
INSERT INTO "events" VALUES(1,0,'seat:1',1,'{"seq": 1, "t": 0.0, "event": "game_started", "game": "mito", "players": ["Ana", "Ben", "Cleo"]}');
INSERT INTO "events" VALUES(1,0,'seat:1',2,'{"seq": 2, "t": 0.0, "event": "round_started", "round": 1, "starter": 1, "guard": 1}');
INSERT INTO "events" VALUES(1,0,'seat:2',1,'{"seq": 1, "t": 0.0, "event": "game_started", "game": "mito", "players": ["Ana", "Ben", "Cleo"]}');
INSERT INTO "events" VALUES(1,0,'seat:2',2,'{"seq": 2, "t": 0.0, "event": "round_started", "round": 1, "starter": 1, "guard": 1}');
INSERT INTO "events" VALUES(1,0,'seat:3',1,'{"seq": 1, "t": 0.0, "event": "game_started", "game": "mito", "players": ["Ana", "Ben", "Cleo"]}');
INSERT INTO "events" VALUES(1,0,'seat:3',2,'{"seq": 2, "t": 0.0, "event": "round_started", "round": 1, "starter": 1, "guard": 1}');
INSERT INTO "events" VALUES(1,2,'host',3,'{"seq": 3, "t": 1.25, "event": "pile_started", "zone": "discard", "card": "number2.1"}');
INSERT INTO "events" VALUES(1,2,'host',4,'{"seq": 4, "t": 1.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(1,2,'public',3,'{"seq": 3, "t": 1.25, "event": "pile_started", "zone": "discard", "card": "number2.1"}');
INSERT INTO "events" VALUES(1,2,'public',4,'{"seq": 4, "t": 1.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(1,2,'sealed',3,'{"seq": 3, "t": 1.25, "event": "pile_started", "zone": "discard", "card": "number2.1"}');
INSERT INTO "events" VALUES(1,2,'sealed',4,'{"seq": 4, "t": 1.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(1,2,'seat:1',3,'{"seq": 3, "t": 1.25, "event": "pile_started", "zone": "discard", "card": "number2.1"}');
INSERT INTO "events" VALUES(1,2,'seat:1',4,'{"seq": 4, "t": 1.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(1,2,'seat:2',3,'{"seq": 3, "t": 1.25, "event": "pile_started", "zone": "discard", "card": "number2.1"}');
INSERT INTO "events" VALUES(1,2,'seat:2',4,'{"seq": 4, "t": 1.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(1,2,'seat:3',3,'{"seq": 3, "t": 1.25, "event": "pile_started", "zone": "discard", "card": "number2.1"}');
INSERT INTO "events" VALUES(1,2,'seat:3',4,'{"seq": 4, "t": 1.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(1,4,'host',5,'{"seq": 5, "t": 3.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number3.1"}');
INSERT INTO "events" VALUES(1,4,'host',6,'{"seq": 6, "t": 3.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(1,4,'public',5,'{"seq": 5, "t": 3.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number3.1"}');
INSERT INTO "events" VALUES(1,4,'public',6,'{"seq": 6, "t": 3.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(1,4,'sealed',5,'{"seq": 5, "t": 3.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number3.1"}');
INSERT INTO "events" VALUES(1,4,'sealed',6,'{"seq": 6, "t": 3.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(1,4,'seat:1',5,'{"seq": 5, "t": 3.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number3.1"}');
INSERT INTO "events" VALUES(1,4,'seat:1',6,'{"seq": 6, "t": 3.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(1,4,'seat:2',5,'{"seq": 5, "t": 3.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number3.1"}');
INSERT INTO "events" VALUES(1,4,'seat:2',6,'{"seq": 6, "t": 3.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(1,4,'seat:3',5,'{"seq": 5, "t": 3.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number3.1"}');
INSERT INTO "events" VALUES(1,4,'seat:3',6,'{"seq": 6, "t": 3.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(1,6,'host',7,'{"seq": 7, "t": 5.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "number4.1"}');
INSERT INTO "events" VALUES(1,6,'host',8,'{"seq": 8, "t": 5.25, "event": "turn_started", "seat": 3}');
INSERT INTO "events" VALUES(1,6,'public',7,'{"seq": 7, "t": 5.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "number4.1"}');
INSERT INTO "events" VALUES(1,6,'public',8,'{"seq": 8, "t": 5.25, "event": "turn_started", "seat": 3}');
INSERT INTO "events" VALUES(1,6,'sealed',7,'{"seq": 7, "t": 5.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "number4.1"}');
INSERT INTO "events" VALUES(1,6,'sealed',8,'{"seq": 8, "t": 5.25, "event": "turn_started", "seat": 3}');
INSERT INTO "events" VALUES(1,6,'seat:1',7,'{"seq": 7, "t": 5.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "number4.1"}');
INSERT INTO "events" VALUES(1,6,'seat:1',8,'{"seq": 8, "t": 5.25, "event": "turn_started", "seat": 3}');
INSERT INTO "events" VALUES(1,6,'seat:2',7,'{"seq": 7, "t": 5.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "number4.1"}');
INSERT INTO "events" VALUES(1,6,'seat:2',8,'{"seq": 8, "t": 5.25, "event": "turn_started", "seat": 3}');
INSERT INTO "events" VALUES(1,6,'seat:3',7,'{"seq": 7, "t": 5.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "number4.1"}');
INSERT INTO "events" VALUES(1,6,'seat:3',8,'{"seq": 8, "t": 5.25, "event": "turn_started", "seat": 3}');
INSERT INTO "events" VALUES(1,8,'host',9,'{"seq": 9, "t": 7.25, "event": "card_played", "seat": 3, "zone": "discard", "card": "number3.2"}');
INSERT INTO "events" VALUES(1,8,'host',10,'{"seq": 10, "t": 7.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(1,8,'public',9,'{"seq": 9, "t": 7.25, "event": "card_played", "seat": 3, "zone": "discard", "card": "number3.2"}');
INSERT INTO "events" VALUES(1,8,'public',10,'{"seq": 10, "t": 7.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(1,8,'sealed',9,'{"seq": 9, "t": 7.25, "event": "card_played", "seat": 3, "zone": "discard", "card": "number3.2"}');
INSERT INTO "events" VALUES(1,8,'sealed',10,'{"seq": 10, "t": 7.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(1,8,'seat:1',9,'{"seq": 9, "t": 7.25, "event": "card_played", "seat": 3, "zone": "discard", "card": "number3.2"}');
INSERT INTO "events" VALUES(1,8,'seat:1',10,'{"seq": 10, "t": 7.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(1,8,'seat:2',9,'{"seq": 9, "t": 7.25, "event": "card_played", "seat": 3, "zone": "discard", "card": "number3.2"}');
INSERT INTO "events" VALUES(1,8,'seat:2',10,'{"seq": 10, "t": 7.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(1,8,'seat:3',9,'{"seq": 9, "t": 7.25, "event": "card_played", "seat": 3, "zone": "discard", "card": "number3.2"}');
INSERT INTO "events" VALUES(1,8,'seat:3',10,'{"seq": 10, "t": 7.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(1,10,'host',11,'{"seq": 11, "t": 9.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number2.2"}');
INSERT INTO "events" VALUES(1,10,'host',12,'{"seq": 12, "t": 9.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(1,10,'public',11,'{"seq": 11, "t": 9.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number2.2"}');
INSERT INTO "events" VALUES(1,10,'public',12,'{"seq": 12, "t": 9.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(1,10,'sealed',11,'{"seq": 11, "t": 9.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number2.2"}');
INSERT INTO "events" VALUES(1,10,'sealed',12,'{"seq": 12, "t": 9.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(1,10,'seat:1',11,'{"seq": 11, "t": 9.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number2.2"}');
INSERT INTO "events" VALUES(1,10,'seat:1',12,'{"seq": 12, "t": 9.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(1,10,'seat:2',11,'{"seq": 11, "t": 9.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number2.2"}');
INSERT INTO "events" VALUES(1,10,'seat:2',12,'{"seq": 12, "t": 9.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(1,10,'seat:3',11,'{"seq": 11, "t": 9.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number2.2"}');
INSERT INTO "events" VALUES(1,10,'seat:3',12,'{"seq": 12, "t": 9.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(1,12,'host',13,'{"seq": 13, "t": 11.6, "event": "hands_due", "seats": [2, 3], "out": 1}');
INSERT INTO "events" VALUES(1,12,'public',13,'{"seq": 13, "t": 11.6, "event": "hands_due", "seats": [2, 3], "out": 1}');
INSERT INTO "events" VALUES(1,12,'sealed',13,'{"seq": 13, "t": 11.6, "event": "hands_due", "seats": [2, 3], "out": 1}');
INSERT INTO "events" VALUES(1,12,'seat:1',13,'{"seq": 13, "t": 11.6, "event": "hands_due", "seats": [2, 3], "out": 1}');
INSERT INTO "events" VALUES(1,12,'seat:2',13,'{"seq": 13, "t": 11.6, "event": "hands_due", "seats": [2, 3], "out": 1}');
INSERT INTO "events" VALUES(1,12,'seat:3',13,'{"seq": 13, "t": 11.6, "event": "hands_due", "seats": [2, 3], "out": 1}');
INSERT INTO "events" VALUES(1,17,'host',14,'{"seq": 14, "t": 17.1, "event": "hand_counted", "seat": 2, "points": 2}');
INSERT INTO "events" VALUES(1,17,'public',14,'{"seq": 14, "t": 17.1, "event": "hand_counted", "seat": 2, "points": 2}');
INSERT INTO "events" VALUES(1,17,'sealed',14,'{"seq": 14, "t": 17.1, "event": "hand_counted", "seat": 2, "points": 2}');
INSERT INTO "events" VALUES(1,17,'seat:1',14,'{"seq": 14, "t": 17.1, "event": "hand_counted", "seat": 2, "points": 2}');
INSERT INTO "events" VALUES(1,17,'seat:2',14,'{"seq": 14, "t": 17.1, "event": "hand_counted", "seat": 2, "points": 2}');
INSERT INTO "events" VALUES(1,17,'seat:3',14,'{"seq": 14, "t": 17.1, "event": "hand_counted", "seat": 2, "points": 2}');
INSERT INTO "events" VALUES(1,20,'host',15,'{"seq": 15, "t": 21.1, "event": "hand_counted", "seat": 3, "points": 1}');
INSERT INTO "events" VALUES(1,20,'host',16,'{"seq": 16, "t": 21.1, "event": "round_ended", "round": 1, "scores": {"1": 0, "2": 2, "3": 1}, "out": 1}');
INSERT INTO "events" VALUES(1,20,'host',17,'{"seq": 17, "t": 21.1, "event": "game_ended", "totals": {"1": 0, "2": 2, "3": 1}, "winners": [1]}');
INSERT INTO "events" VALUES(1,20,'public',15,'{"seq": 15, "t": 21.1, "event": "hand_counted", "seat": 3, "points": 1}');
INSERT INTO "events" VALUES(1,20,'public',16,'{"seq": 16, "t": 21.1, "event": "round_ended", "round": 1, "scores": {"1": 0, "2": 2, "3": 1}, "out": 1}');
INSERT INTO "events" VALUES(1,20,'public',17,'{"seq": 17, "t": 21.1, "event": "game_ended", "totals": {"1": 0, "2": 2, "3": 1}, "winners": [1]}');
INSERT INTO "events" VALUES(1,20,'sealed',15,'{"seq": 15, "t": 21.1, "event": "hand_counted", "seat": 3, "points": 1}');
INSERT INTO "events" VALUES(1,20,'sealed',16,'{"seq": 16, "t": 21.1, "event": "round_ended", "round": 1, "scores": {"1": 0, "2": 2, "3": 1}, "out": 1}');
INSERT INTO "events" VALUES(1,20,'sealed',17,'{"seq": 17, "t": 21.1, "event": "game_ended", "totals": {"1": 0, "2": 2, "3": 1}, "winners": [1]}');
INSERT INTO "events" VALUES(1,20,'seat:1',15,'{"seq": 15, "t": 21.1, "event": "hand_counted", "seat": 3, "points": 1}');
INSERT INTO "events" VALUES(1,20,'seat:1',16,'{"seq": 16, "t": 21.1, "event": "round_ended", "round": 1, "scores": {"1": 0, "2": 2, "3": 1}, "out": 1}');
INSERT INTO "events" VALUES(1,20,'seat:1',17,'{"seq": 17, "t": 21.1, "event": "game_ended", "totals": {"1": 0, "2": 2, "3": 1}, "winners": [1]}');
INSERT INTO "events" VALUES(1,20,'seat:2',15,'{"seq": 15, "t": 21.1, "event": "hand_counted", "seat": 3, "points": 1}');
INSERT INTO "events" VALUES(1,20,'seat:2',16,'{"seq": 16, "t": 21.1, "event": "round_ended", "round": 1, "scores": {"1": 0, "2": 2, "3": 1}, "out": 1}');
INSERT INTO "events" VALUES(1,20,'seat:2',17,'{"seq": 17, "t": 21.1, "event": "game_ended", "totals": {"1": 0, "2": 2, "3": 1}, "winners": [1]}');
INSERT INTO "events" VALUES(1,20,'seat:3',15,'{"seq": 15, "t": 21.1, "event": "hand_counted", "seat": 3, "points": 1}');
INSERT INTO "events" VALUES(1,20,'seat:3',16,'{"seq": 16, "t": 21.1, "event": "round_ended", "round": 1, "scores": {"1": 0, "2": 2, "3": 1}, "out": 1}');
INSERT INTO "events" VALUES(1,20,'seat:3',17,'{"seq": 17, "t": 21.1, "event": "game_ended", "totals": {"1": 0, "2": 2, "3": 1}, "winners": [1]}');
INSERT INTO "events" VALUES(2,0,'host',1,'{"seq": 1, "t": 0.0, "event": "game_started", "game": "mito", "players": ["Ana", "Ben", "Cleo"]}');
INSERT INTO "events" VALUES(2,0,'host',2,'{"seq": 2, "t": 0.0, "event": "round_started", "round": 1, "starter": 1, "guard": 1}');
INSERT INTO "events" VALUES(2,0,'public',1,'{"seq": 1, "t": 0.0, "event": "game_started", "game": "mito", "players": ["Ana", "Ben", "Cleo"]}');
INSERT INTO "events" VALUES(2,0,'public',2,'{"seq": 2, "t": 0.0, "event": "round_started", "round": 1, "starter": 1, "guard": 1}');
INSERT INTO "events" VALUES(2,0,'sealed',1,'{"seq": 1, "t": 0.0, "event": "game_started", "game": "mito", "players": ["Ana", "Ben", "Cleo"]}');
INSERT INTO "events" VALUES(2,0,'sealed',2,'{"seq": 2, "t": 0.0, "event": "round_started", "round": 1, "starter": 1, "guard": 1}');
INSERT INTO "events" VALUES(2,0,'seat:1',1,'{"seq": 1, "t": 0.0, "event": "game_started", "game": "mito", "players": ["Ana", "Ben", "Cleo"]}');
INSERT INTO "events" VALUES(2,0,'seat:1',2,'{"seq": 2, "t": 0.0, "event": "round_started", "round": 1, "starter": 1, "guard": 1}');
INSERT INTO "events" VALUES(2,0,'seat:2',1,'{"seq": 1, "t": 0.0, "event": "game_started", "game": "mito", "players": ["Ana", "Ben", "Cleo"]}');
INSERT INTO "events" VALUES(2,0,'seat:2',2,'{"seq": 2, "t": 0.0, "event": "round_started", "round": 1, "starter": 1, "guard": 1}');
INSERT INTO "events" VALUES(2,0,'seat:3',1,'{"seq": 1, "t": 0.0, "event": "game_started", "game": "mito", "players": ["Ana", "Ben", "Cleo"]}');
INSERT INTO "events" VALUES(2,0,'seat:3',2,'{"seq": 2, "t": 0.0, "event": "round_started", "round": 1, "starter": 1, "guard": 1}');
INSERT INTO "events" VALUES(2,2,'host',3,'{"seq": 3, "t": 1.25, "event": "pile_started", "zone": "discard", "card": "number2.1"}');
INSERT INTO "events" VALUES(2,2,'host',4,'{"seq": 4, "t": 1.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(2,2,'public',3,'{"seq": 3, "t": 1.25, "event": "pile_started", "zone": "discard", "card": "number2.1"}');
INSERT INTO "events" VALUES(2,2,'public',4,'{"seq": 4, "t": 1.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(2,2,'sealed',3,'{"seq": 3, "t": 1.25, "event": "pile_started", "zone": "discard", "card": "number2.1"}');
INSERT INTO "events" VALUES(2,2,'sealed',4,'{"seq": 4, "t": 1.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(2,2,'seat:1',3,'{"seq": 3, "t": 1.25, "event": "pile_started", "zone": "discard", "card": "number2.1"}');
INSERT INTO "events" VALUES(2,2,'seat:1',4,'{"seq": 4, "t": 1.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(2,2,'seat:2',3,'{"seq": 3, "t": 1.25, "event": "pile_started", "zone": "discard", "card": "number2.1"}');
INSERT INTO "events" VALUES(2,2,'seat:2',4,'{"seq": 4, "t": 1.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(2,2,'seat:3',3,'{"seq": 3, "t": 1.25, "event": "pile_started", "zone": "discard", "card": "number2.1"}');
INSERT INTO "events" VALUES(2,2,'seat:3',4,'{"seq": 4, "t": 1.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(2,4,'host',5,'{"seq": 5, "t": 3.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number3.1"}');
INSERT INTO "events" VALUES(2,4,'host',6,'{"seq": 6, "t": 3.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(2,4,'public',5,'{"seq": 5, "t": 3.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number3.1"}');
INSERT INTO "events" VALUES(2,4,'public',6,'{"seq": 6, "t": 3.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(2,4,'sealed',5,'{"seq": 5, "t": 3.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number3.1"}');
INSERT INTO "events" VALUES(2,4,'sealed',6,'{"seq": 6, "t": 3.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(2,4,'seat:1',5,'{"seq": 5, "t": 3.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number3.1"}');
INSERT INTO "events" VALUES(2,4,'seat:1',6,'{"seq": 6, "t": 3.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(2,4,'seat:2',5,'{"seq": 5, "t": 3.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number3.1"}');
INSERT INTO "events" VALUES(2,4,'seat:2',6,'{"seq": 6, "t": 3.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(2,4,'seat:3',5,'{"seq": 5, "t": 3.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number3.1"}');
INSERT INTO "events" VALUES(2,4,'seat:3',6,'{"seq": 6, "t": 3.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(2,6,'host',7,'{"seq": 7, "t": 5.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "number4.1"}');
INSERT INTO "events" VALUES(2,6,'host',8,'{"seq": 8, "t": 5.25, "event": "turn_started", "seat": 3}');
INSERT INTO "events" VALUES(2,6,'public',7,'{"seq": 7, "t": 5.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "number4.1"}');
INSERT INTO "events" VALUES(2,6,'public',8,'{"seq": 8, "t": 5.25, "event": "turn_started", "seat": 3}');
INSERT INTO "events" VALUES(2,6,'sealed',7,'{"seq": 7, "t": 5.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "number4.1"}');
INSERT INTO "events" VALUES(2,6,'sealed',8,'{"seq": 8, "t": 5.25, "event": "turn_started", "seat": 3}');
INSERT INTO "events" VALUES(2,6,'seat:1',7,'{"seq": 7, "t": 5.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "number4.1"}');
INSERT INTO "events" VALUES(2,6,'seat:1',8,'{"seq": 8, "t": 5.25, "event": "turn_started", "seat": 3}');
INSERT INTO "events" VALUES(2,6,'seat:2',7,'{"seq": 7, "t": 5.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "number4.1"}');
INSERT INTO "events" VALUES(2,6,'seat:2',8,'{"seq": 8, "t": 5.25, "event": "turn_started", "seat": 3}');
INSERT INTO "events" VALUES(2,6,'seat:3',7,'{"seq": 7, "t": 5.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "number4.1"}');
INSERT INTO "events" VALUES(2,6,'seat:3',8,'{"seq": 8, "t": 5.25, "event": "turn_started", "seat": 3}');
INSERT INTO "events" VALUES(2,8,'host',9,'{"seq": 9, "t": 7.25, "event": "card_played", "seat": 3, "zone": "discard", "card": "number3.2"}');
INSERT INTO "events" VALUES(2,8,'host',10,'{"seq": 10, "t": 7.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(2,8,'public',9,'{"seq": 9, "t": 7.25, "event": "card_played", "seat": 3, "zone": "discard", "card": "number3.2"}');
INSERT INTO "events" VALUES(2,8,'public',10,'{"seq": 10, "t": 7.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(2,8,'sealed',9,'{"seq": 9, "t": 7.25, "event": "card_played", "seat": 3, "zone": "discard", "card": "number3.2"}');
INSERT INTO "events" VALUES(2,8,'sealed',10,'{"seq": 10, "t": 7.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(2,8,'seat:1',9,'{"seq": 9, "t": 7.25, "event": "card_played", "seat": 3, "zone": "discard", "card": "number3.2"}');
INSERT INTO "events" VALUES(2,8,'seat:1',10,'{"seq": 10, "t": 7.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(2,8,'seat:2',9,'{"seq": 9, "t": 7.25, "event": "card_played", "seat": 3, "zone": "discard", "card": "number3.2"}');
INSERT INTO "events" VALUES(2,8,'seat:2',10,'{"seq": 10, "t": 7.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(2,8,'seat:3',9,'{"seq": 9, "t": 7.25, "event": "card_played", "seat": 3, "zone": "discard", "card": "number3.2"}');
INSERT INTO "events" VALUES(2,8,'seat:3',10,'{"seq": 10, "t": 7.25, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(2,10,'host',11,'{"seq": 11, "t": 9.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number2.2"}');
INSERT INTO "events" VALUES(2,10,'host',12,'{"seq": 12, "t": 9.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(2,10,'public',11,'{"seq": 11, "t": 9.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number2.2"}');
INSERT INTO "events" VALUES(2,10,'public',12,'{"seq": 12, "t": 9.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(2,10,'sealed',11,'{"seq": 11, "t": 9.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number2.2"}');
INSERT INTO "events" VALUES(2,10,'sealed',12,'{"seq": 12, "t": 9.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(2,10,'seat:1',11,'{"seq": 11, "t": 9.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number2.2"}');
INSERT INTO "events" VALUES(2,10,'seat:1',12,'{"seq": 12, "t": 9.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(2,10,'seat:2',11,'{"seq": 11, "t": 9.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number2.2"}');
INSERT INTO "events" VALUES(2,10,'seat:2',12,'{"seq": 12, "t": 9.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(2,10,'seat:3',11,'{"seq": 11, "t": 9.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number2.2"}');
INSERT INTO "events" VALUES(2,10,'seat:3',12,'{"seq": 12, "t": 9.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(2,12,'host',13,'{"seq": 13, "t": 11.6, "event": "hands_due", "seats": [2, 3], "out": 1}');
INSERT INTO "events" VALUES(2,12,'public',13,'{"seq": 13, "t": 11.6, "event": "hands_due", "seats": [2, 3], "out": 1}');
INSERT INTO "events" VALUES(2,12,'sealed',13,'{"seq": 13, "t": 11.6, "event": "hands_due", "seats": [2, 3], "out": 1}');
INSERT INTO "events" VALUES(2,12,'seat:1',13,'{"seq": 13, "t": 11.6, "event": "hands_due", "seats": [2, 3], "out": 1}');
INSERT INTO "events" VALUES(2,12,'seat:2',13,'{"seq": 13, "t": 11.6, "event": "hands_due", "seats": [2, 3], "out": 1}');
INSERT INTO "events" VALUES(2,12,'seat:3',13,'{"seq": 13, "t": 11.6, "event": "hands_due", "seats": [2, 3], "out": 1}');
INSERT INTO "events" VALUES(2,17,'host',14,'{"seq": 14, "t": 17.1, "event": "hand_counted", "seat": 2, "points": 2}');
INSERT INTO "events" VALUES(2,17,'public',14,'{"seq": 14, "t": 17.1, "event": "hand_counted", "seat": 2, "points": 2}');
INSERT INTO "events" VALUES(2,17,'sealed',14,'{"seq": 14, "t": 17.1, "event": "hand_counted", "seat": 2, "points": 2}');
INSERT INTO "events" VALUES(2,17,'seat:1',14,'{"seq": 14, "t": 17.1, "event": "hand_counted", "seat": 2, "points": 2}');
INSERT INTO "events" VALUES(2,17,'seat:2',14,'{"seq": 14, "t": 17.1, "event": "hand_counted", "seat": 2, "points": 2}');
INSERT INTO "events" VALUES(2,17,'seat:3',14,'{"seq": 14, "t": 17.1, "event": "hand_counted", "seat": 2, "points": 2}');
INSERT INTO "events" VALUES(2,20,'host',15,'{"seq": 15, "t": 21.1, "event": "hand_counted", "seat": 3, "points": 1}');
INSERT INTO "events" VALUES(2,20,'host',16,'{"seq": 16, "t": 21.1, "event": "round_ended", "round": 1, "scores": {"1": 0, "2": 2, "3": 1}, "out": 1}');
INSERT INTO "events" VALUES(2,20,'public',15,'{"seq": 15, "t": 21.1, "event": "hand_counted", "seat": 3, "points": 1}');
INSERT INTO "events" VALUES(2,20,'public',16,'{"seq": 16, "t": 21.1, "event": "round_ended", "round": 1, "scores": {"1": 0, "2": 2, "3": 1}, "out": 1}');
INSERT INTO "events" VALUES(2,20,'sealed',15,'{"seq": 15, "t": 21.1, "event": "hand_counted", "seat": 3, "points": 1}');
INSERT INTO "events" VALUES(2,20,'sealed',16,'{"seq": 16, "t": 21.1, "event": "round_ended", "round": 1, "scores": {"1": 0, "2": 2, "3": 1}, "out": 1}');
INSERT INTO "events" VALUES(2,20,'seat:1',15,'{"seq": 15, "t": 21.1, "event": "hand_counted", "seat": 3, "points": 1}');
INSERT INTO "events" VALUES(2,20,'seat:1',16,'{"seq": 16, "t": 21.1, "event": "round_ended", "round": 1, "scores": {"1": 0, "2": 2, "3": 1}, "out": 1}');
INSERT INTO "events" VALUES(2,20,'seat:2',15,'{"seq": 15, "t": 21.1, "event": "hand_counted", "seat": 3, "points": 1}');
INSERT INTO "events" VALUES(2,20,'seat:2',16,'{"seq": 16, "t": 21.1, "event": "round_ended", "round": 1, "scores": {"1": 0, "2": 2, "3": 1}, "out": 1}');
INSERT INTO "events" VALUES(2,20,'seat:3',15,'{"seq": 15, "t": 21.1, "event": "hand_counted", "seat": 3, "points": 1}');
INSERT INTO "events" VALUES(2,20,'seat:3',16,'{"seq": 16, "t": 21.1, "event": "round_ended", "round": 1, "scores": {"1": 0, "2": 2, "3": 1}, "out": 1}');
INSERT INTO "events" VALUES(2,22,'host',17,'{"seq": 17, "t": 23.6, "event": "round_started", "round": 2, "starter": 2, "guard": 2}');
INSERT INTO "events" VALUES(2,22,'public',17,'{"seq": 17, "t": 23.6, "event": "round_started", "round": 2, "starter": 2, "guard": 2}');
INSERT INTO "events" VALUES(2,22,'sealed',17,'{"seq": 17, "t": 23.6, "event": "round_started", "round": 2, "starter": 2, "guard": 2}');
INSERT INTO "events" VALUES(2,22,'seat:1',17,'{"seq": 17, "t": 23.6, "event": "round_started", "round": 2, "starter": 2, "guard": 2}');
INSERT INTO "events" VALUES(2,22,'seat:2',17,'{"seq": 17, "t": 23.6, "event": "round_started", "round": 2, "starter": 2, "guard": 2}');
INSERT INTO "events" VALUES(2,22,'seat:3',17,'{"seq": 17, "t": 23.6, "event": "round_started", "round": 2, "starter": 2, "guard": 2}');
INSERT INTO "events" VALUES(2,25,'host',18,'{"seq": 18, "t": 25.25, "event": "pile_started", "zone": "discard", "card": "number4.4"}');
INSERT INTO "events" VALUES(2,25,'host',19,'{"seq": 19, "t": 25.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(2,25,'public',18,'{"seq": 18, "t": 25.25, "event": "pile_started", "zone": "discard", "card": "number4.4"}');
INSERT INTO "events" VALUES(2,25,'public',19,'{"seq": 19, "t": 25.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(2,25,'sealed',18,'{"seq": 18, "t": 25.25, "event": "pile_started", "zone": "discard", "card": "number4.4"}');
INSERT INTO "events" VALUES(2,25,'sealed',19,'{"seq": 19, "t": 25.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(2,25,'seat:1',18,'{"seq": 18, "t": 25.25, "event": "pile_started", "zone": "discard", "card": "number4.4"}');
INSERT INTO "events" VALUES(2,25,'seat:1',19,'{"seq": 19, "t": 25.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(2,25,'seat:2',18,'{"seq": 18, "t": 25.25, "event": "pile_started", "zone": "discard", "card": "number4.4"}');
INSERT INTO "events" VALUES(2,25,'seat:2',19,'{"seq": 19, "t": 25.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(2,25,'seat:3',18,'{"seq": 18, "t": 25.25, "event": "pile_started", "zone": "discard", "card": "number4.4"}');
INSERT INTO "events" VALUES(2,25,'seat:3',19,'{"seq": 19, "t": 25.25, "event": "turn_started", "seat": 2}');
INSERT INTO "events" VALUES(2,27,'host',20,'{"seq": 20, "t": 27.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "number5.4"}');
INSERT INTO "events" VALUES(2,27,'host',21,'{"seq": 21, "t": 27.25, "event": "turn_started", "seat": 3}');
INSERT INTO "events" VALUES(2,27,'public',20,'{"seq": 20, "t": 27.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "number5.4"}');
INSERT INTO "events" VALUES(2,27,'public',21,'{"seq": 21, "t": 27.25, "event": "turn_started", "seat": 3}');
INSERT INTO "events" VALUES(2,27,'sealed',20,'{"seq": 20, "t": 27.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "number5.4"}');
INSERT INTO "events" VALUES(2,27,'sealed',21,'{"seq": 21, "t": 27.25, "event": "turn_started", "seat": 3}');
INSERT INTO "events" VALUES(2,27,'seat:1',20,'{"seq": 20, "t": 27.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "number5.4"}');
INSERT INTO "events" VALUES(2,27,'seat:1',21,'{"seq": 21, "t": 27.25, "event": "turn_started", "seat": 3}');
INSERT INTO "events" VALUES(2,27,'seat:2',20,'{"seq": 20, "t": 27.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "number5.4"}');
INSERT INTO "events" VALUES(2,27,'seat:2',21,'{"seq": 21, "t": 27.25, "event": "turn_started", "seat": 3}');
INSERT INTO "events" VALUES(2,27,'seat:3',20,'{"seq": 20, "t": 27.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "number5.4"}');
INSERT INTO "events" VALUES(2,27,'seat:3',21,'{"seq": 21, "t": 27.25, "event": "turn_started", "seat": 3}');
INSERT INTO "events" VALUES(2,30,'host',22,'{"seq": 22, "t": 30.4, "event": "draw_owed", "seat": 3, "count": 1}');
INSERT INTO "events" VALUES(2,30,'host',23,'{"seq": 23, "t": 30.4, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(2,30,'public',22,'{"seq": 22, "t": 30.4, "event": "draw_owed", "seat": 3, "count": 1}');
INSERT INTO "events" VALUES(2,30,'public',23,'{"seq": 23, "t": 30.4, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(2,30,'sealed',22,'{"seq": 22, "t": 30.4, "event": "draw_owed", "seat": 3, "count": 1}');
INSERT INTO "events" VALUES(2,30,'sealed',23,'{"seq": 23, "t": 30.4, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(2,30,'seat:1',22,'{"seq": 22, "t": 30.4, "event": "draw_owed", "seat": 3, "count": 1}');
INSERT INTO "events" VALUES(2,30,'seat:1',23,'{"seq": 23, "t": 30.4, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(2,30,'seat:2',22,'{"seq": 22, "t": 30.4, "event": "draw_owed", "seat": 3, "count": 1}');
INSERT INTO "events" VALUES(2,30,'seat:2',23,'{"seq": 23, "t": 30.4, "event": "turn_started", "seat": 1}');
INSERT INTO "events" VALUES(2,30,'seat:3',22,'{"seq": 22, "t": 30.4, "event": "draw_owed", "seat": 3, "count": 1}');
INSERT INTO "events" VALUES(2,30,'seat:3',23,'{"seq": 23, "t": 30.4, "event": "turn_started", "seat": 1}');
CREATE TABLE facts (
    game_id INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "facts" VALUES(1,0,'{"t": 0.0, "fact": "game_started", "game": "mito", "players": ["Ana", "Ben", "Cleo"], "options": {"rounds": 1}, "seed": 5, "placement": {"discard": "tap"}}');
INSERT INTO "facts" VALUES(1,1,'{"t": 1.0, "fact": "card_arrived", "zone": "discard", "card": "number2.1"}');
INSERT INTO "facts" VALUES(1,2,'{"t": 1.25, "fact": "time_passed"}');
INSERT INTO "facts" VALUES(1,3,'{"t": 3.0, "fact": "card_arrived", "zone": "discard", "card": "number3.1"}');
INSERT INTO "facts" VALUES(1,4,'{"t": 3.25, "fact": "time_passed"}');
INSERT INTO "facts" VALUES(1,5,'{"t": 5.0, "fact": "card_arrived", "zone": "discard", "card": "number4.1"}');
INSERT INTO "facts" VALUES(1,6,'{"t": 5.25, "fact": "time_passed"}');
INSERT INTO "facts" VALUES(1,7,'{"t": 7.0, "fact": "card_arrived", "zone": "discard", "card": "number3.2"}');
INSERT INTO "facts" VALUES(1,8,'{"t": 7.25, "fact": "time_passed"}');
INSERT INTO "facts" VALUES(1,9,'{"t": 9.0, "fact": "card_arrived", "zone": "discard", "card": "number2.2"}');
INSERT INTO "facts" VALUES(1,10,'{"t": 9.25, "fact": "time_passed"}');
INSERT INTO "facts" VALUES(1,11,'{"t": 11.0, "fact": "button_down", "seat": 1}');
INSERT INTO "facts" VALUES(1,12,'{"t": 11.6, "fact": "time_passed"}');
INSERT INTO "facts" VALUES(1,13,'{"t": 11.8, "fact": "button_up", "seat": 1}');
INSERT INTO "facts" VALUES(1,14,'{"t": 13.0, "fact": "card_arrived", "zone": "seat.2", "card": "number1.1"}');
INSERT INTO "facts" VALUES(1,15,'{"t": 15.0, "fact": "card_arrived", "zone": "seat.2", "card": "number5.1"}');
INSERT INTO "facts" VALUES(1,16,'{"t": 17.0, "fact": "button_down", "seat": 2}');
INSERT INTO "facts" VALUES(1,17,'{"t": 17.1, "fact": "button_up", "seat": 2}');
INSERT INTO "facts" VALUES(1,18,'{"t": 19.0, "fact": "card_arrived", "zone": "seat.3", "card": "number5.2"}');
INSERT INTO "facts" VALUES(1,19,'{"t": 21.0, "fact": "button_down", "seat": 3}');
INSERT INTO "facts" VALUES(1,20,'{"t": 21.1, "fact": "button_up", "seat": 3}');
INSERT INTO "facts" VALUES(1,21,'{"t": 23.1, "fact": "time_passed"}');
INSERT INTO "facts" VALUES(2,0,'{"t": 0.0, "fact": "game_started", "game": "mito", "players": ["Ana", "Ben", "Cleo"], "options": {"rounds": 3}, "seed": 5, "placement": {"discard": "tap"}}');
INSERT INTO "facts" VALUES(2,1,'{"t": 1.0, "fact": "card_arrived", "zone": "discard", "card": "number2.1"}');
INSERT INTO "facts" VALUES(2,2,'{"t": 1.25, "fact": "time_passed"}');
INSERT INTO "facts" VALUES(2,3,'{"t": 3.0, "fact": "card_arrived", "zone": "discard", "card": "number3.1"}');
INSERT INTO "facts" VALUES(2,4,'{"t": 3.25, "fact": "time_passed"}');
INSERT INTO "facts" VALUES(2,5,'{"t": 5.0, "fact": "card_arrived", "zone": "discard", "card": "number4.1"}');
INSERT INTO "facts" VALUES(2,6,'{"t": 5.25, "fact": "time_passed"}');
INSERT INTO "facts" VALUES(2,7,'{"t": 7.0, "fact": "card_arrived", "zone": "discard", "card": "number3.2"}');
INSERT INTO "facts" VALUES(2,8,'{"t": 7.25, "fact": "time_passed"}');
INSERT INTO "facts" VALUES(2,9,'{"t": 9.0, "fact": "card_arrived", "zone": "discard", "card": "number2.2"}');
INSERT INTO "facts" VALUES(2,10,'{"t": 9.25, "fact": "time_passed"}');
INSERT INTO "facts" VALUES(2,11,'{"t": 11.0, "fact": "button_down", "seat": 1}');
INSERT INTO "facts" VALUES(2,12,'{"t": 11.6, "fact": "time_passed"}');
INSERT INTO "facts" VALUES(2,13,'{"t": 11.8, "fact": "button_up", "seat": 1}');
INSERT INTO "facts" VALUES(2,14,'{"t": 13.0, "fact": "card_arrived", "zone": "seat.2", "card": "number1.1"}');
INSERT INTO "facts" VALUES(2,15,'{"t": 15.0, "fact": "card_arrived", "zone": "seat.2", "card": "number5.1"}');
INSERT INTO "facts" VALUES(2,16,'{"t": 17.0, "fact": "button_down", "seat": 2}');
INSERT INTO "facts" VALUES(2,17,'{"t": 17.1, "fact": "button_up", "seat": 2}');
INSERT INTO "facts" VALUES(2,18,'{"t": 19.0, "fact": "card_arrived", "zone": "seat.3", "card": "number5.2"}');
INSERT INTO "facts" VALUES(2,19,'{"t": 21.0, "fact": "button_down", "seat": 3}');
INSERT INTO "facts" VALUES(2,20,'{"t": 21.1, "fact": "button_up", "seat": 3}');
INSERT INTO "facts" VALUES(2,21,'{"t": 23.0, "fact": "button_down", "seat": 2}');
INSERT INTO "facts" VALUES(2,22,'{"t": 23.6, "fact": "time_passed"}');
INSERT INTO "facts" VALUES(2,23,'{"t": 23.8, "fact": "button_up", "seat": 2}');
INSERT INTO "facts" VALUES(2,24,'{"t": 25.0, "fact": "card_arrived", "zone": "discard", "card": "number4.4"}');
INSERT INTO "facts" VALUES(2,25,'{"t": 25.25, "fact": "time_passed"}');
INSERT INTO "facts" VALUES(2,26,'{"t": 27.0, "fact": "card_arrived", "zone": "discard", "card": "number5.4"}');
INSERT INTO "facts" VALUES(2,27,'{"t": 27.25, "fact": "time_passed"}');
INSERT INTO "facts" VALUES(2,28,'{"t": 30.0, "fact": "button_down", "seat": 3}');
INSERT INTO "facts" VALUES(2,29,'{"t": 30.1, "fact": "button_up", "seat": 3}');
INSERT INTO "facts" VALUES(2,30,'{"t": 30.4, "fact": "time_passed"}');
INSERT INTO "facts" VALUES(2,31,'{"t": 32.1, "fact": "time_passed"}');
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    format INTEGER NOT NULL,
    rules_version TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at TEXT
) STRICT;
INSERT INTO "games" VALUES(1,'mito',1,'1','2026-11-21T08:13:40+00:00','2026-11-21T08:13:40+00:00');
INSERT INTO "games" VALUES(2,'mito',1,'1','2026-11-21T08:13:40+00:00',NULL);
CREATE TABLE kept (
    game_id INTEGER NOT NULL REFERENCES games (id),
    from_fact INTEGER NOT NULL,
    rules_version TEXT NOT NULL,
    PRIMARY KEY (game_id, from_fact)
) STRICT, WITHOUT ROWID;
CREATE TABLE set_aside (
    id INTEGER PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES games (id),
    after_fact INTEGER NOT NULL,
    body TEXT NOT NULL,
    error TEXT NOT NULL
) STRICT;
CREATE TABLE sums (
    game_id INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;
COMMIT;
