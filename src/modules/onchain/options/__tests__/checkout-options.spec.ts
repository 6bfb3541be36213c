import { ConfigurationError } from "../options"
import { optionsWith } from "./valid-options"

function problemsWith(change: Record<string, unknown>): readonly string[] {
  try {
    optionsWith(change)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
  throw new Error("the options were accepted")
}

test("by default the page is anonymous, has no way back, and cannot be framed", () => {
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

test("a shop with languages, words of its own and return addresses is accepted", () => {
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
    "a color in words",
    { checkout: { accentColor: "teal" } },
    "checkout.accentColor: found a text, expected a color",
  ],
  [
    "a color that ends the style sheet",
    { checkout: { accentColor: "#fff}" } },
    "checkout.accentColor: found a text, expected a color",
  ],
  [
    "a logo by script",
    { checkout: { logoUrl: "javascript:alert(1)" } },
    "checkout.logoUrl: found a text, expected an address",
  ],
  [
    "an email without at",
    { checkout: { support: { email: "help" } } },
    "checkout.support.email: found a text, expected an email",
  ],
  [
    "a language that is none",
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
  ["every frame", { checkout: { framedBy: ["*"] } }, "checkout.framedBy.0: found a text, expected an origin"],
  [
    "an origin with a slash",
    { storefront: { origins: ["https://shop.example/"] } },
    "storefront.origins.0: found a text, expected an origin",
  ],
  [
    "a return address elsewhere",
    {
      storefront: {
        origins: ["https://shop.example"],
        returnUrls: { placed: "https://evil.example/{order_id}" },
      },
    },
    "storefront.returnUrls.placed: found a text, expected an address on one of storefront.origins",
  ],
  [
    "a host of a placeholder",
    {
      storefront: {
        origins: ["https://shop.example"],
        returnUrls: { placed: "https://{order_id}.example/" },
      },
    },
    "storefront.returnUrls.placed: found a text, expected no placeholder in the name of the host",
  ],
  [
    "an unknown placeholder",
    {
      storefront: { origins: ["https://shop.example"], returnUrls: { paid: "https://shop.example/{token}" } },
    },
    "storefront.returnUrls.paid: found a text, expected no other placeholders",
  ],
  [
    "a relative return address",
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
