import { endpointNames, type EndpointName } from "../../../../gateway/contract"
import { parseAssumptions } from "../../../../gateway/assumptions"
import { endpointState, type EndpointState, settingWithVersion, watchCalls } from "../activity-log"
import { SETUP_CHECKS } from "../setup-checks"
import { failedCall } from "../../work/__tests__/failed-call"

const AT = new Date("2026-01-02T03:04:05Z")
const HOUR_MS = 3_600_000

const errorOf = (endpoint: EndpointName, change: Parameters<typeof failedCall>[1]) => ({
  endpoint,
  error: failedCall(endpoint, { outcome: "unknown", isRetryable: true, ...change }),
})

function watching() {
  let nowMs = 0
  const notes: [string, string][] = []
  const note = (name: string, detail: string) => void notes.push([name, detail])
  const report = watchCalls({ note }, ASSUMPTIONS, () => nowMs)
  return { report, notes, pass: (ms: number) => (nowMs += ms), names: () => notes.map(([name]) => name) }
}

const ASSUMPTIONS = parseAssumptions()
type Failure = { code: string; fields?: string[]; setting?: string }
const state = (endpoint: EndpointName, count: number, failure: Failure, now = ASSUMPTIONS): EndpointState => {
  const setting = settingWithVersion(failure.setting ?? null, ASSUMPTIONS)
  const detail = JSON.stringify({ fields: [], ...failure, setting })
  return endpointState({ name: endpoint, failed: { detail, at: AT, count } }, now)
}
const refused = { code: "SERVICE_UNAVAILABLE" }
const findings = (endpoints: EndpointState[], ageMs = 0) =>
  [SETUP_CHECKS.endpoints({ endpoints, nowMs: AT.getTime() + ageMs })].flat()

test("a success is written once a minute for each endpoint, and at once after a failure", () => {
  const { report, pass, names } = watching()
  const works = (endpoint: EndpointName) => report({ endpoint, error: null })
  for (let n = 0; n < 100; n++) works("getInvoice")
  works("listTokens")
  expect(names()).toEqual(["answered:getInvoice", "answered:listTokens"])
  report(errorOf("getInvoice", {}))
  works("getInvoice")
  works("getInvoice")
  expect(names().slice(2)).toEqual(["failed:getInvoice", "answered:getInvoice"])
  pass(60_000)
  works("getInvoice")
  expect(names()).toHaveLength(5)
})

test("a failure is written with its code, the fields and the setting, within bounds", () => {
  const { report, notes } = watching()
  const fields = ["address", ...Array.from({ length: 9 }, () => "x".repeat(500))]
  report(
    errorOf("ensureAddress", {
      code: "UNEXPECTED_RESPONSE",
      unreadable: { fields, setting: "assumptions.x" },
      ...{ providerMessage: "Refused.", details: Array(9).fill("field: amount"), requestId: "req_1" },
    })
  )
  const [[name, detail] = ["", ""]] = notes
  expect(name).toBe("failed:ensureAddress")
  expect(JSON.parse(detail)).toEqual({
    code: "UNEXPECTED_RESPONSE",
    fields: ["address", "x".repeat(80), "x".repeat(80)],
    setting: expect.stringMatching(/^assumptions\.x#\w{8}$/),
    answer: { message: "Refused.", details: Array(3).fill("field: amount"), request_id: "req_1" },
  })
  expect(detail.length).toBeLessThan(600)
})

test("an invoice that the service does not know is an answer; on an assumed path the path may be wrong", () => {
  const { report, notes } = watching()
  const unknown = { code: "NOT_FOUND", status: 404 }
  report(errorOf("getInvoice", unknown))
  expect(notes).toEqual([])
  report(errorOf("getCustomer", unknown))
  report(errorOf("createIntent", unknown))
  report(errorOf("createInvoice", unknown))
  expect(notes.map(([name, detail]) => [name, JSON.parse(detail).setting.split("#")[0]])).toEqual([
    ["failed:getCustomer", "assumptions.paths.getCustomer"],
    ["failed:createIntent", "assumptions.paths.createIntent"],
    ["failed:createInvoice", ""],
  ])
})

test("one answer of the ensure call that cannot be read says who cannot pay, and which setting helps", () => {
  const setting = "assumptions.envelopes.address"
  const failing = state("ensureAddress", 1, { code: "UNEXPECTED_RESPONSE", fields: ["address"], setting })
  expect(findings([failing])).toMatchObject([
    {
      id: "endpoint_ensureAddress",
      status: "error",
      message:
        "Signed-in shoppers cannot pay: ensureAddress failed once, last at 2026-01-02T03:04:05.000Z: the answer has no " +
        "readable `address`. Set assumptions.envelopes.address to the name that the provider uses.",
    },
  ])
})

test("a few refusals may come from one cart; three in a row are a finding, an error where a checkout needs the call", () => {
  expect(findings([state("createIntent", 2, refused)])).toMatchObject([
    { status: "ok", message: expect.any(String) },
  ])
  expect(
    findings([state("createIntent", 3, refused), state("listBalances", 28, refused)]).map(
      ({ id, status }) => [id, status]
    )
  ).toMatchObject([
    ["endpoint_createIntent", "error"],
    ["endpoint_listBalances", "warning"],
  ])
})

test("a failure is over after a success, after a day, and once the setting that helps has another value", () => {
  expect(findings([state("createInvoice", 0, refused)])).toMatchObject([{ status: "ok" }])
  expect(findings([state("createInvoice", 9, refused)], 25 * HOUR_MS)).toMatchObject([{ status: "ok" }])
  const setting = "assumptions.paths.createIntent"
  const failing = (now = ASSUMPTIONS) =>
    findings([state("createIntent", 9, { code: "NOT_FOUND", setting }, now)])
  expect(failing()).toMatchObject([{ status: "error" }])
  expect(failing(parseAssumptions({ paths: { createIntent: "/intents" } }))).toMatchObject([{ status: "ok" }])
})

test.each(endpointNames)("%s says what does not work", (name) => {
  const [finding] = findings([state(name, 5, { code: "TIMEOUT" })])
  expect(finding?.message).toMatch(
    new RegExp(`^[A-Z].+: ${name} failed 5 times in a row, .+: TIMEOUT\\. docs/developers/errors`)
  )
})
