import { judgeWebhookTest, TEST_EVENT, waitBeforeTest } from "../delivery"

describe("a test event", () => {
  it("has a name that the service has not", () => expect(TEST_EVENT).toBe("onchain.test"))

  it.each([
    ["was processed", 200, null, "ignored", "processed", true],
    ["was processed by its kind", 200, null, "processed", "processed", true],
    ["has a time of another day", 401, "timestamp_too_old", null, "refused", false],
    ["was redirected", 300, null, null, "unexpected_answer", null],
    ["waits in the inbox", 200, null, "received", "waiting", true],
    ["arrived although the answer was lost", null, "TIMEOUT", "ignored", "processed", true],
    ["was signed with another secret", 401, "signature_invalid", null, "refused", false],
    ["was refused for another reason", 429, "too_many_readings", null, "refused", null],
    ["reached another server", 200, null, null, "other_server", null],
    ["met a page that does not exist", 404, null, null, "unexpected_answer", null],
    ["met no server", null, "ECONNREFUSED", null, "unreachable", null],
  ] as const)("%s", (_, httpStatus, reason, delivery, result, isSignatureAccepted) => {
    expect(judgeWebhookTest({ httpStatus, reason, delivery })).toEqual({ result, isSignatureAccepted })
  })

  it.each([
    [null, 0],
    [0, 10_000],
    [9_000, 1_000],
    [10_000, 0],
    [60_000, 0],
  ])("waits after one sent %s ms ago: %s", (ago, wait) => {
    expect(waitBeforeTest(ago)).toBe(wait)
  })
})
