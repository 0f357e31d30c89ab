CREATE TABLE IF NOT EXISTS orders (
    order_id TEXT PRIMARY KEY,
    client_ref TEXT NOT NULL,
    status TEXT NOT NULL,
    expires_ms INTEGER,
    visible_ms INTEGER NOT NULL,
    units INTEGER NOT NULL,
    laps INTEGER NOT NULL,
    firm INTEGER NOT NULL,
    request_digest TEXT NOT NULL,
    body TEXT NOT NULL,
    offer TEXT NOT NULL,
    travellers TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS orders_by_ref ON orders (client_ref);
CREATE TABLE IF NOT EXISTS payments (
    payment_id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id TEXT NOT NULL REFERENCES orders (order_id),
    client_ref TEXT NOT NULL,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    method TEXT NOT NULL,
    paid_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS stock (
    order_id TEXT NOT NULL REFERENCES orders (order_id),
    item TEXT NOT NULL,
    taken INTEGER NOT NULL,
    PRIMARY KEY (order_id, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS stock_by_item ON stock (item);
CREATE TABLE IF NOT EXISTS cancel_quotes (
    quote_no INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id TEXT NOT NULL REFERENCES orders (order_id),
    body TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS cancellations (
    order_id TEXT PRIMARY KEY REFERENCES orders (order_id),
    client_ref TEXT NOT NULL,
    quote TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS prices (
    option_id TEXT PRIMARY KEY,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL
) STRICT;
