import { ConfigurationError, parseOptions } from "../options"
import { DEFAULT_TEMPLATES, pageUrlOf } from "../option-groups"
import { validInput } from "./valid-options"

const pageUrl = "https://api.shop.example/onchain/pay/{token}"
const parse = (notifications: object, change: object = {}) =>
  parseOptions({ ...validInput, ...change, notifications }).notifications

function problemsOf(notifications: object, change: object = {}): readonly string[] {
  try {
    parse(notifications, change)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
  throw new Error("expected the options to be refused")
}

test("messages are off unless a channel is set", () => {
  expect(parseOptions(validInput).notifications).toEqual({
    channel: null,
    templates: DEFAULT_TEMPLATES,
    operators: null,
  })
})

test("a template can be renamed or turned off, and the others keep their names", () => {
  const templates = { awaiting: "d-1234", paid: null }
  expect(parse({ channel: "email", pageUrl, templates }).templates).toEqual({
    ...DEFAULT_TEMPLATES,
    ...templates,
  })
})

test.each<[string, object, string]>([
  [
    "a channel without pageUrl",
    { channel: "email" },
    "notifications.pageUrl: found nothing, expected the address",
  ],
  [
    "an empty channel",
    { channel: " ", pageUrl },
    "notifications.channel: found an empty text, expected a channel",
  ],
  [
    "an unknown template",
    { templates: { late: "x" } },
    "notifications.templates.late: not an option of this plugin",
  ],
  ["an empty template", { templates: { paid: "" } }, "notifications.templates.paid: found an empty text,"],
])("%s is refused", (_, notifications, problem) => {
  expect(problemsOf(notifications)).toEqual([expect.stringContaining(problem)])
})

test.each([
  "https://shop.example/pay",
  "https://{token}.shop.example/pay",
  "https://shop.example{token}/pay",
  "https://shop.example/{token}/{token}",
  "https://ada:secret@shop.example/{token}",
  "javascript:alert({token})",
  "/onchain/pay/{token}",
])("%s is not a valid pageUrl", (text) => {
  expect(problemsOf({ pageUrl: text })).toEqual([
    expect.stringMatching(/^notifications\.pageUrl: .*\{token\}/),
  ])
})

test("links require https in live", () => {
  const live = { environment: "live", baseUrl: "https://gateway.example/api" }
  const plain = { channel: "email", pageUrl: "http://shop.example/{token}" }
  expect(problemsOf(plain, live)).toEqual([
    'notifications.pageUrl: found an http address, expected https when environment is "live"',
  ])
  expect(parse(plain).pageUrl).toBe(plain.pageUrl)
})

test("the token replaces the placeholder", () => {
  expect(pageUrlOf("https://shop.example/pay?t={token}#now", "a$&b")).toBe(
    "https://shop.example/pay?t=a%24%26b#now"
  )
})
