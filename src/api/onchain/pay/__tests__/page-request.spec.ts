import { MedusaError } from "@medusajs/framework/utils"
import { ENGLISH } from "../../../../checkout/view/__tests__/sample-checkout"
import { isCrossSite, type SiteHeaders } from "../cross-site"
import { encodingFor, keptQuery, noticeOf, problemOf } from "../page-request"

const SHOP = "https://shop.example"

test.each<[string, SiteHeaders, boolean]>([
  ["the page itself, which sends no referrer", { origin: "null", "sec-fetch-site": "same-origin" }, false],
  ["the page in an older browser", { origin: "https://store.example", host: "store.example" }, false],
  ["a configured storefront", { origin: SHOP, "sec-fetch-site": "cross-site" }, false],
  ["a program", { host: "store.example" }, false],
  [
    "another site",
    { origin: "https://evil.example", host: "store.example", "sec-fetch-site": "cross-site" },
    true,
  ],
  ["another site in an older browser", { origin: "https://evil.example", host: "store.example" }, true],
  [
    "a frame without an origin",
    { origin: "null", host: "store.example", "sec-fetch-site": "cross-site" },
    true,
  ],
  [
    "another port of the same site",
    { origin: "http://localhost:1", host: "localhost:2", "sec-fetch-site": "same-site" },
    true,
  ],
  ["another site that hides its origin", { host: "store.example", "sec-fetch-site": "cross-site" }, true],
])("a call of %s is cross-site: %#", (_, headers, expected) => {
  expect(isCrossSite(headers, [SHOP])).toBe(expected)
})

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["GZIP", "gzip"],
  ["identity", null],
  [undefined, null],
])("the answer to %s is encoded as %s", (header, expected) => {
  expect(encodingFor(header)).toBe(expected)
})

test.each([
  [{}, ""],
  [{ locale: "de", choose: "1", problem: "problem" }, "locale=de"],
  [{ locale: "ar", return: `${SHOP}/a?b=c&d` }, `locale=ar&return=${encodeURIComponent(`${SHOP}/a?b=c&d`)}`],
  [{ locale: ["de", "fr"], return: "x".repeat(3_000) }, ""],
])("a form on a page opened with %j keeps %s", (query, expected) => {
  expect(keptQuery(query)).toBe(expected)
})

test("a refused form explains itself in the payer's language, and a defect is thrown", () => {
  const of = (type: string) => problemOf(new MedusaError(type, "no"), "sent_invalid")
  expect(of(MedusaError.Types.INVALID_DATA)).toBe("sent_invalid")
  expect(of(MedusaError.Types.NOT_ALLOWED)).toBe("problem")
  expect(() => problemOf(new TypeError("a defect"), "problem")).toThrow("a defect")
  expect(noticeOf("sent_invalid", ENGLISH, "Base")?.text).toContain("a Base transaction hash")
  expect(noticeOf("<script>", ENGLISH, null)).toBeNull()
})
