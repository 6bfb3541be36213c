import { decimalDifference, decimalProduct, formatDecimal, formatFiat, formatWorth } from "../format"

describe("difference of decimals", () => {
  it.each([
    ["24.5", "25", -1, "0.5"],
    ["25", "24.5", 1, "0.5"],
    ["25.000000", "25", 0, "0"],
    ["0.1", "0.3", -1, "0.2"],
    ["1000000000000000000.000000000000000001", "1000000000000000000", 1, "0.000000000000000001"],
    ["100", "1", 1, "99"],
  ])("%s less %s", (a, b, sign, size) => {
    expect(decimalDifference(a, b)).toEqual({ sign, size })
  })

  it.each(["", "1e3", "-1", ".5", "abc", "1.2.3"])("%p is not a decimal", (text) => {
    expect(decimalDifference(text, "1")).toBeNull()
    expect(decimalDifference("1", text)).toBeNull()
  })
})

describe("decimals for a reader", () => {
  it.each([
    ["1234567.80", "en", "1,234,567.8"],
    ["1234567.80", "de", "1.234.567,8"],
    ["25.000000", "en", "25"],
    ["0.000000000000000001", "en", "0.000000000000000001"],
    ["123456789012345678901234567890", "en", "123,456,789,012,345,678,901,234,567,890"],
    ["soon", "en", "soon"],
  ])("%s in %s is %s", (text, locale, written) => {
    expect(formatDecimal(text, locale)).toBe(written)
  })
})

describe("money for a reader", () => {
  it.each([
    ["25.5", "usd", "en", "$25.50 USD"],
    ["25.5", "eur", "de", "€25,50 EUR"],
    ["1234567.891", "usd", "en", "$1,234,567.891 USD"],
    ["1200", "jpy", "en", "¥1,200 JPY"],
    ["3", "chf", "en", "3.00 CHF"],
    ["soon", "usd", "en", "soon USD"],
    ["3", "usdt-long", "en", "3 USDT-LONG"],
  ])("%s %s in %s is %s", (amount, currency, locale, written) => {
    expect(formatFiat(amount, currency, locale)).toBe(written)
  })
})

describe("product of decimals", () => {
  it.each([
    ["1.5", "2.333", 2, "3.49"],
    ["1204.5", "1", 2, "1204.50"],
    ["0.000001", "0.5", 2, "0.00"],
    ["120", "155.4", 0, "18648"],
    ["123456789012345678901234567890.123456789012345678", "3", 2, "370370367037037036703703703670.37"],
  ])("%s times %s to %d digits", (a, b, scale, product) => {
    expect(decimalProduct(a, b, scale)).toBe(product)
  })

  it.each(["", "1e3", "-1", "abc"])("%p is not a decimal", (text) => {
    expect(decimalProduct(text, "1", 2)).toBeNull()
    expect(decimalProduct("1", text, 2)).toBeNull()
  })
})

describe("worth of tokens", () => {
  it.each([
    ["120", "0.9995", "usd", 2, "en", "≈ $119.94 USD"],
    ["1204.5", "0.92", "eur", 2, "de", "≈ €1.108,14 EUR"],
    ["3", "155.4", "jpy", 0, "en", "≈ ¥466 JPY"],
    ["25", "0.00001648", "btc", 8, "en", "≈ 0.000412 BTC"],
  ])(
    "%s at %s %s with %i decimals in %s",
    (amount, price, currency_code, currency_decimals, locale, written) => {
      expect(formatWorth(amount, { price, currency_code, currency_decimals }, locale)).toBe(written)
    }
  )
})
