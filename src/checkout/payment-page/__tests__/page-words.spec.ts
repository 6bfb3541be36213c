import { pageWords } from "../page-words"

const words = { de: { paid_title: "Beglichen" }, sv: { paid_title: "Betalt" } }

test("the shop's own words and languages are on its page", () => {
  expect(pageWords({ words }, { locale: "de" }).messages.paid_title).toBe("Beglichen")
  expect(pageWords({ words }, { locale: "sv" })).toMatchObject({
    locale: "sv",
    messages: { paid_title: "Betalt" },
  })
})

test("the link goes before the browser, and the first language of the shop is the last resort", () => {
  const shop = { words, locales: ["fr", "de"] }
  expect(pageWords(shop, { locale: "de", acceptLanguage: "fr" }).locale).toBe("de")
  expect(pageWords(shop, { acceptLanguage: "en;q=0.9, de-CH" }).locale).toBe("de")
  expect(pageWords(shop, { acceptLanguage: "en" }).locale).toBe("fr")
})
