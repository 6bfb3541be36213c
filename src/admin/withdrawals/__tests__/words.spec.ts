import type { OnchainWithdrawalDetail } from "../../../types/http"
import { english } from "../../__tests__/english"
import { WITHDRAWAL_STATE_WORDING, WITHDRAWAL_WAIT_WORDING } from "../../i18n/withdrawal-wording"
import { describeWithdrawalConfirmation } from "../confirmation"
import { feeAndNet, timeLeft, toldAmount, withdrawalAmount } from "../figures"
import { describeWithdrawalHistory, WITHDRAWAL_HISTORY_WORDING } from "../history"
import { describeOutcome, isBeforeSending, isDone } from "../outcome"
import { describeStanding } from "../standing"

const possible = { is_possible: true, reason: null }
const quote = {
  id: "quote_1",
  fee: "0.05",
  net_amount: "119.95",
  expires_at: "2026-01-01T00:05:00Z",
  is_expired: false,
  quoted_at: "2026-01-01T00:00:00Z",
}
const withdrawal: OnchainWithdrawalDetail = {
  id: "ocwd_1",
  state: "quoted",
  kind: "treasury",
  gateway_status: null,
  waits_for: "confirmation",
  chain: "stellar",
  network_id: "stellar-mainnet",
  network_name: "Stellar",
  token: "XLM",
  canonical_asset_id: "stellar:XLM:native",
  amount: "120",
  fee: null,
  net_amount: null,
  destination: { id: "ocdst_1", label: "Exchange", address: "GABC", memo: "4711" },
  refund: { id: "ref_1", order: { id: "order_1", display_id: 12 } },
  requested_by: "grace@example.com",
  confirmed_by: null,
  approved_by: null,
  created_at: "2026-01-01T00:00:00Z",
  sent_at: null,
  completed_at: null,
  tx_hash: null,
  last_error: null,
  note: null,
  quote,
  gateway_withdrawal_id: null,
  failure_reason: null,
  mismatch: null,
  mismatch_seen: null,
  last_answer_code: null,
  resolution: null,
  similar: [],
  refund_terms: null,
  choices: {
    quote: possible,
    confirm: possible,
    approve: possible,
    cancel: possible,
    adopt: possible,
    write_off: possible,
    end: possible,
    acknowledge: possible,
    check: possible,
  },
  history: [],
}

describe("how a withdrawal stands", () => {
  it.each(Object.entries(WITHDRAWAL_STATE_WORDING))("%s", (_state, { name, sentence }) => {
    expect(name.length).toBeLessThan(25)
    expect(sentence).toMatch(/^[A-Z].+\.$/)
    expect(sentence).not.toMatch(/idempot|lease|null|webhook|client reference/i)
  })

  it.each(Object.entries(WITHDRAWAL_WAIT_WORDING))(
    "waiting for %s, it says who does something",
    (_wait, words) => {
      expect(words).toMatch(/^[A-Z].+\.$/)
      expect(words).toMatch(/by itself|Somebody|Another user|Ask for|followed until/)
    }
  )

  it("the wait follows the state, unless the state says it already", () => {
    const standing = { resolution: null, history: [] }
    expect(describeStanding({ ...standing, state: "sent", waits_for: "gas" }, english)).toEqual([
      WITHDRAWAL_STATE_WORDING.sent.sentence,
      WITHDRAWAL_WAIT_WORDING.gas,
    ])
    expect(describeStanding({ ...standing, state: "unclear", waits_for: "person" }, english)).toHaveLength(1)
    expect(describeStanding({ ...standing, state: "completed", waits_for: null }, english)).toHaveLength(1)
  })
})

describe("one that a person ended as not sent", () => {
  it("is not told as one of which nothing was sent, for nobody knows that", () => {
    const resolution = { by: "ada@example.com", note: "Not in the list.", at: "2026-01-01T00:00:00Z" }
    const ended = { state: "refused" as const, waits_for: null, resolution, history: [] }
    const [sentence] = describeStanding(ended, english)
    expect(sentence).toContain("Somebody ended it as not sent.")
    expect(sentence).toContain("it is still paid")
    expect(sentence).not.toContain("Nothing was sent")
  })

  it("nor is one that a person ended as not paid told as one that the service failed", () => {
    const history = [{ at: "2026-01-01T00:00:00Z", action: "withdrawal.ended_not_paid", by: "usr_1" }]
    const failed = { state: "failed" as const, waits_for: null, resolution: null, history }
    expect(describeStanding(failed, english)[0]).toContain("Somebody ended it as not paid")
    expect(describeStanding({ ...failed, history: [] }, english)[0]).toContain("The service could not")
  })
})

describe("the figures", () => {
  it("are those of the service once it has the withdrawal, and of the quote before", () => {
    expect(feeAndNet(withdrawal)).toEqual({ fee: "0.05", net: "119.95" })
    expect(feeAndNet({ ...withdrawal, fee: "0.06", net_amount: "119.94" })).toEqual({
      fee: "0.06",
      net: "119.94",
    })
    expect(feeAndNet({ fee: null, net_amount: null, quote: null })).toEqual({ fee: null, net: null })
  })

  it("say when the service did not tell", () => {
    expect(toldAmount(null, "XLM", english, "en")).toBe("Not told by the service")
    expect(toldAmount("1234.50", "XLM", english, "en")).toBe("1,234.5 XLM")
    expect(withdrawalAmount(withdrawal, "en")).toBe("120 XLM")
  })

  it.each([
    ["2026-01-01T00:04:59Z", { minutes: 0, seconds: 1 }],
    ["2026-01-01T00:01:30Z", { minutes: 3, seconds: 30 }],
    ["2026-01-01T00:05:00Z", null],
    ["2026-01-01T01:00:00Z", null],
  ])("at %s the quote is good for %o", (now, left) => {
    expect(timeLeft(quote.expires_at, Date.parse(now))).toEqual(left)
  })
})

describe("the question before money moves", () => {
  const ask = (
    action: "confirm" | "approve",
    part: Partial<OnchainWithdrawalDetail> = {},
    needsApproval = false
  ) =>
    describeWithdrawalConfirmation(
      { ...withdrawal, ...part },
      { action, quoteId: quote.id },
      needsApproval,
      english,
      "en"
    )

  it.each(["confirm", "approve"] as const)(
    "%s states amount, fee, net, network, destination and memo",
    (action) => {
      const words = ask(action)
      expect(words.facts).toEqual([
        { name: "Amount", value: "120 XLM" },
        { name: "Fee", value: "0.05 XLM" },
        { name: "Arrives", value: "119.95 XLM" },
        { name: "Network", value: "Stellar" },
        { name: "To", value: "Exchange" },
        { name: "Address", value: "GABC", isExact: true },
        { name: "Memo", value: "4711", isExact: true },
        { name: "Refund of", value: "Order #12" },
      ])
      expect(words.isFinal).toBe(true)
    }
  )

  it("says that a fee was not told, and names no memo and no order where there is none", () => {
    const words = ask("confirm", {
      quote: { ...quote, fee: null, net_amount: null },
      destination: { ...withdrawal.destination, memo: null },
      refund: null,
    })
    expect(words.facts?.map(({ value }) => value)).toEqual([
      "120 XLM",
      "Not told by the service",
      "Not told by the service",
      "Stellar",
      "Exchange",
      "GABC",
    ])
  })

  it("of a confirmation that another user approves says that nothing is sent yet", () => {
    const words = ask("confirm", {}, true)
    expect(words.text).toContain("Another user has to approve it")
    expect(words.isFinal).toBe(false)
  })

  it("of an approval names who asked for it", () => {
    expect(ask("approve").text).toContain("grace@example.com asked for it.")
    expect(ask("approve", { requested_by: null }).text).toContain("Somebody asked for it.")
  })

  it("warns of a payout that looks the same", () => {
    const similar = [{ id: "ocwd_2", state: "sent" as const, by: null, at: "2026-01-01T00:00:00Z" }]
    expect(ask("confirm", { similar }).warning).toContain("the same one twice")
    expect(ask("confirm").warning).toBeNull()
  })

  const terms = {
    customer: { id: "cus_1", email: "ada@example.com", name: "Ada Lovelace" },
    is_observed_sender: true,
    fiat_amount: "17",
    currency_code: "usd",
    rate: { basis: "today" as const, price: "2", source: "fixed", at: "2026-01-01T00:00:00Z" },
  }
  const valueOf = (words: ReturnType<typeof ask>, name: string) =>
    words.facts?.find((fact) => fact.name === name)?.value

  it.each(["confirm", "approve"] as const)(
    "%s of a refund says whose address it is, and at which rate of when the amount was made",
    (action) => {
      const words = ask(action, { refund_terms: terms })
      expect(valueOf(words, "Whose")).toBe("ada@example.com")
      expect(valueOf(words, "Rate")).toMatch(
        /^17 USD at the rate of the day it was chosen: 2 USD for one XLM, .+ ago \(.*2026.*, fixed\)\.$/
      )
      const atPayment = { ...terms, rate: { ...terms.rate, basis: "payment" as const } }
      expect(valueOf(ask(action, { refund_terms: atPayment }), "Rate")).toContain(
        "at the rate of the payment"
      )
    }
  )

  it("of a refund says when nobody knows whose address it is, and names no rate where tokens are owed", () => {
    const words = ask("confirm", { refund_terms: { ...terms, customer: null, rate: null } })
    expect(valueOf(words, "Whose")).toBe("Nobody knows whose address it is")
    expect(valueOf(words, "Rate")).toBeUndefined()
  })

  it("warns of an address that may be an exchange's, beside a payout that looks the same", () => {
    const similar = [{ id: "ocwd_2", state: "sent" as const, by: null, at: "2026-01-01T00:00:00Z" }]
    const words = ask("approve", { refund_terms: terms, similar })
    expect(words.warning).toContain("an exchange's")
    expect(words.warning).toContain("the same one twice")
    expect(ask("approve", { refund_terms: { ...terms, is_observed_sender: false } }).warning).toBeNull()
  })

  const other = (question: Parameters<typeof describeWithdrawalConfirmation>[1]) =>
    describeWithdrawalConfirmation(withdrawal, question, false, english, "en")

  it("of calling off says that nothing has been sent", () => {
    expect(other({ action: "cancel" }).text).toContain("Nothing has been sent")
  })

  it("of adopting shows the ID that was given", () => {
    expect(other({ action: "adopt", gatewayWithdrawalId: "wd_7" }).destination).toBe("wd_7")
  })

  it("of ending an unclear one warns that it may pay twice, and repeats the note", () => {
    const words = other({ action: "write_off", note: "Looked on Monday." })
    expect(words.text).toContain("pay twice")
    expect(words.text).toContain("waits at the service")
    expect(words.note).toBe("Looked on Monday.")
  })

  it("of having looked repeats what the service says otherwise, and ends nothing", () => {
    const words = other({ action: "acknowledge", note: "Compared.", mismatch: "It is called completed." })
    expect(words.text).toContain("It is called completed.")
    expect(words.note).toBe("Compared.")
    expect(words.isFinal).toBe(false)
  })

  it("of ending one by hand says what that means, and that it cannot be undone", () => {
    const paid = other({ action: "end", outcome: "paid", note: "On the network." })
    expect(paid.title).toBe("End 120 XLM as paid?")
    expect(paid.isFinal).toBe(true)
    const notPaid = other({ action: "end", outcome: "not_paid", note: "On the network." })
    expect(notPaid.title).toBe("End 120 XLM as not paid?")
    expect(notPaid.text).toContain("pay twice")
  })
})

describe("what an action has come to", () => {
  it("a quote that did not come is not announced as one", () => {
    const before = { state: "requested" as const, quote: null }
    const now = { ...withdrawal, ...before }
    expect(isDone("quote", before, now)).toBe(false)
    expect(describeOutcome("quote", before, now, english, "en")).toContain("not answered")
  })

  const expired = { ...withdrawal, quote: { ...quote, is_expired: true } }
  it.each([
    ["the one that has expired", expired],
    ["the same one", { ...withdrawal, state: "awaiting_approval" as const }],
    ["another one that has expired too", { ...expired, quote: { ...expired.quote, id: "quote_2" } }],
  ])("%s is not announced as the new quote", (_what, now) => {
    expect(isDone("quote", expired, now)).toBe(false)
    expect(describeOutcome("quote", expired, now, english, "en")).toContain("not answered")
  })

  it("another quote that is good is", () => {
    const now = { ...withdrawal, quote: { ...quote, id: "quote_2" } }
    expect(isDone("quote", expired, now)).toBe(true)
    expect(describeOutcome("quote", expired, now, english, "en")).toContain("Here is the new quote.")
  })

  it("a quote that the service refused is told by what became of it", () => {
    const now = { ...withdrawal, state: "refused" as const, quote: null }
    expect(describeOutcome("quote", expired, now, english, "en")).toBe(
      WITHDRAWAL_STATE_WORDING.refused.sentence
    )
  })

  it("a confirmation for approval says that it waits", () => {
    const now = { ...withdrawal, state: "awaiting_approval" as const }
    expect(describeOutcome("confirm", withdrawal, now, english, "en")).toContain("waits for another user")
  })

  it.each(["sending", "refused", "requested", "failed", "unclear"] as const)(
    "money that is %s after an approval is not announced as sent",
    (state) => {
      const now = { ...withdrawal, state }
      expect(isDone("approve", withdrawal, now)).toBe(false)
      expect(describeOutcome("approve", withdrawal, now, english, "en")).toBe(
        WITHDRAWAL_STATE_WORDING[state].sentence
      )
    }
  )

  it("money that the service has is announced, and so is what needs no answer", () => {
    const sent = { ...withdrawal, state: "sent" as const }
    expect(isDone("approve", withdrawal, sent)).toBe(true)
    expect(describeOutcome("approve", withdrawal, sent, english, "en")).toBe("120 XLM is on its way.")
    expect(describeOutcome("check", withdrawal, { ...withdrawal, state: "failed" }, english, "en")).toBe(
      "Read again."
    )
  })
})

it("a payout that looks the same is worth a word only before money is sent", () => {
  expect(isBeforeSending({ state: "awaiting_approval" })).toBe(true)
  expect(isBeforeSending({ state: "sending" })).toBe(false)
})

describe("the history of a withdrawal", () => {
  it.each(Object.entries(WITHDRAWAL_HISTORY_WORDING))("%s", (name, words) => {
    expect(describeWithdrawalHistory(`withdrawal.${name}`, english)).toBe(words)
  })

  it("an entry without words is shown as it came", () => {
    expect(describeWithdrawalHistory("withdrawal.teleported", english)).toBe("withdrawal.teleported")
  })
})
