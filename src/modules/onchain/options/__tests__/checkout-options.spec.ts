import { ConfigurationError } from "../options"
import { optionsWith } from "./valid-options"

function problemsWith(change: Record<string, unknown>): readonly string[] {
  try {
    optionsWith(change)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
  throw new Error("expected the options to be refused")
}

test("the default page has no shop name and no return link, and cannot be framed", () => {
  const { checkout, storefront } = optionsWith()
  expect(checkout).toEqual({
    name: null,
    logoUrl: null,
    accentColor: null,
    support: { email: null, url: null },
    words: {},
    framedBy: [],
  })
  expect(storefront).toEqual({
    origins: [],
    returnUrls: { placed: null, paid: null, cancelled: null },
    redirectAfterPaid: false,
  })
})

test("languages, own texts and return URLs are accepted", () => {
  const origins = ["https://shop.example", "http://localhost:8000"]
  const returnUrls = {
    placed: "https://shop.example/{country_code}/order/{order_id}/confirmed",
    cancelled: "http://localhost:8000/checkout?cart={cart_id}&n={display_id}",
  }
  const checkout = {
    name: "Nordic Coffee",
    logoUrl: "https://cdn.example/logo.svg",
    accentColor: "#0a7",
    support: { email: "help@shop.example", url: "https://shop.example/help" },
    locales: ["de", "pt-BR"],
    words: { de: { paid_title: "Bezahlt" } },
    framedBy: ["https://shop.example"],
  }
  const options = optionsWith({ checkout, storefront: { origins, returnUrls, redirectAfterPaid: true } })
  expect(options.checkout).toEqual(checkout)
  expect(options.storefront.returnUrls).toEqual({ ...returnUrls, paid: null })
})

test.each<[string, Record<string, unknown>, string]>([
  [
    "a color name",
    { checkout: { accentColor: "teal" } },
    "checkout.accentColor: found a text, expected a color",
  ],
  [
    "a color that closes the style sheet",
    { checkout: { accentColor: "#fff}" } },
    "checkout.accentColor: found a text, expected a color",
  ],
  [
    "a javascript: logo",
    { checkout: { logoUrl: "javascript:alert(1)" } },
    "checkout.logoUrl: found a text, expected an address",
  ],
  [
    "an email without @",
    { checkout: { support: { email: "help" } } },
    "checkout.support.email: found a text, expected an email",
  ],
  [
    "an invalid language tag",
    { checkout: { locales: ["d e"] } },
    "checkout.locales.0: found a text, expected a language tag",
  ],
  [
    "no language",
    { checkout: { locales: [] } },
    "checkout.locales: found an empty list, expected at least one",
  ],
  [
    "a frame with a path",
    { checkout: { framedBy: ["https://shop.example/pay"] } },
    "checkout.framedBy.0: found a text, expected an origin",
  ],
  [
    "a wildcard in framedBy",
    { checkout: { framedBy: ["*"] } },
    "checkout.framedBy.0: found a text, expected an origin",
  ],
  [
    "an origin with a trailing slash",
    { storefront: { origins: ["https://shop.example/"] } },
    "storefront.origins.0: found a text, expected an origin",
  ],
  [
    "a return URL on another origin",
    {
      storefront: {
        origins: ["https://shop.example"],
        returnUrls: { placed: "https://evil.example/{order_id}" },
      },
    },
    "storefront.returnUrls.placed: found a text, expected an address on one of storefront.origins",
  ],
  [
    "a placeholder in the host",
    {
      storefront: {
        origins: ["https://shop.example"],
        returnUrls: { placed: "https://{order_id}.example/" },
      },
    },
    "storefront.returnUrls.placed: found a text, expected no placeholder in the host name",
  ],
  [
    "an unknown placeholder",
    {
      storefront: { origins: ["https://shop.example"], returnUrls: { paid: "https://shop.example/{token}" } },
    },
    "storefront.returnUrls.paid: found a text, expected only the placeholders",
  ],
  [
    "a relative return URL",
    { storefront: { returnUrls: { cancelled: "/cart" } } },
    "storefront.returnUrls.cancelled: found a text, expected an address",
  ],
  [
    "a misspelt option",
    { checkout: { accentColour: "#fff" } },
    "checkout.accentColour: not an option of this plugin",
  ],
])("%s is refused", (_, change, expected) => {
  expect(problemsWith(change)[0]).toContain(expected)
})
