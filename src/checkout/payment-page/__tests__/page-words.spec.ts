import { pageWords } from "../page-words"

const words = { de: { paid_title: "Beglichen" }, sv: { paid_title: "Betalt" } }

test("the page uses the shop's own texts and languages", () => {
  expect(pageWords({ words }, { locale: "de" }).messages.paid_title).toBe("Beglichen")
  expect(pageWords({ words }, { locale: "sv" })).toMatchObject({
    locale: "sv",
    messages: { paid_title: "Betalt" },
  })
})

test("the link's language wins over the browser's, and the shop's first language is the fallback", () => {
  const shop = { words, locales: ["fr", "de"] }
  expect(pageWords(shop, { locale: "de", acceptLanguage: "fr" }).locale).toBe("de")
  expect(pageWords(shop, { acceptLanguage: "en;q=0.9, de-CH" }).locale).toBe("de")
  expect(pageWords(shop, { acceptLanguage: "en" }).locale).toBe("fr")
})
