"""The daily challenge: its days, what people do in it, and what runs beside them."""
