/**
 * Answers in the form of the providers' documentation, read on 2026-11-24, with a payment's assets. Not taken from
 * live calls.
 */
export const COINGECKO = `{
  "ethereum": {"eur": 2431.5512345678901234, "last_updated_at": 1699999990},
  "usd-coin": {"eur": 0.918273, "last_updated_at": 1699999985},
  "stellar": {"eur": 1.25e-1, "last_updated_at": 1699999000},
  "solana": {"eur": null, "last_updated_at": 1699999990}
}`

export const COINBASE = `{
  "data": {
    "currency": "ETH",
    "rates": {"AED": "9803.1", "EUR": "2431.55", "JPY": "401123.5", "USD": "2669.01"}
  }
}`

export const KRAKEN = `{
  "error": [],
  "result": {
    "XETHZEUR": {
      "a": ["2431.60000", "1", "1.000"],
      "b": ["2431.50000", "1", "1.000"],
      "c": ["2431.55000", "0.00067643"],
      "v": ["4083.67001100", "4412.73601799"],
      "p": ["2430.77771", "2429.13205"],
      "t": [34619, 38907],
      "l": ["2398.30000", "2398.30000"],
      "h": ["2481.00000", "2481.00000"],
      "o": "2405.80000"
    }
  }
}`

export const KRAKEN_UNKNOWN_PAIR = `{"error": ["EQuery:Unknown asset pair"]}`
export const KRAKEN_RATE_LIMIT = `{"error": ["EGeneral:Too many requests"]}`
