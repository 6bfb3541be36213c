import type { OnchainWithdrawalDetail } from "../../../types/http"
import { texts } from "../../__tests__/english"
import { describeWithdrawalConfirmation } from "../withdrawal-decision"
import { quote, withdrawal } from "./withdrawal"

describe("the question before money moves", () => {
  const ask = (
    action: "confirm" | "approve",
    part: Partial<OnchainWithdrawalDetail> = {},
    needsApproval = false
  ) => describeWithdrawalConfirmation({ ...withdrawal, ...part }, action, needsApproval, texts)

  it.each(["confirm", "approve"] as const)(
    "%s states amount, fee, net, network, destination and memo",
    (action) => {
      const words = ask(action)
      expect(words.facts?.map(([name, ...fact]) => [texts.t(name), ...fact])).toEqual([
        ["Amount", "120 XLM"],
        ["Fee", "0.05 XLM"],
        ["Arrives", "119.95 XLM", "strong"],
        ["Network", "Stellar"],
        ["To", "Exchange"],
        ["Address", "GABC", "exact", withdrawal.explorer.address_url],
        ["Memo", "4711", "exact"],
        ["Refund of", "Order #12"],
      ])
      expect(words.isFinal).toBe(true)
    }
  )

  it("says in advance that a third user has to approve another user's request", () => {
    const text = (part: Partial<OnchainWithdrawalDetail>) => ask("confirm", part, true).text
    expect(text({ needs_third_user: true })).toContain("grace@example.com requested it, so a third user")
    expect(text({ needs_third_user: false })).toContain("Another user must approve it")
    expect(ask("confirm", { needs_third_user: true }).text).not.toContain("third user")
    expect(ask("confirm", {}, true).isFinal).toBe(false)
  })

  it("says that a fee is not reported, and names no memo and no order where there is none", () => {
    const words = ask("confirm", {
      quote: { ...quote, fee: null, net_amount: null },
      destination: { ...withdrawal.destination, memo: null },
      refund: null,
    })
    expect(words.facts?.map(([, value]) => value).filter((value) => value !== null)).toEqual([
      "120 XLM",
      "Not reported by the provider",
      "Not reported by the provider",
      "Stellar",
      "Exchange",
      "GABC",
    ])
  })

  const terms = {
    customer: { id: "cus_1", email: "ada@example.com", name: "Ada Lovelace" },
    is_observed_sender: true,
    fiat_amount: "17",
    currency_code: "usd",
    rate: { basis: "today" as const, price: "2", source: "fixed", at: "2026-01-01T00:00:00Z" },
  }
  const valueOf = (words: ReturnType<typeof ask>, name: string) =>
    words.facts?.find((fact) => texts.t(fact[0]) === name)?.[1]

  it.each(["confirm", "approve"] as const)(
    "%s of a refund says whose address it is, and at which rate of when the amount was made",
    (action) => {
      const words = ask(action, { refund_terms: terms })
      expect(valueOf(words, "Owner")).toBe("ada@example.com")
      expect(valueOf(words, "Rate")).toMatch(
        /^\$17\.00 USD at the rate when quoted: 2 USD per XLM, .+ ago \(.*2026.*, fixed\)\.$/
      )
      const atPayment = { ...terms, rate: { ...terms.rate, basis: "payment" as const } }
      expect(valueOf(ask(action, { refund_terms: atPayment }), "Rate")).toContain("at the payment's rate")
    }
  )

  it("warns of an address that may be an exchange's, and of a similar payout", () => {
    const similar = [{ id: "ocwd_2", state: "sent" as const, by: null, at: "2026-01-01T00:00:00Z" }]
    const words = ask("approve", { refund_terms: terms, similar })
    expect(words.warning).toContain("an exchange's")
    expect(words.warning).toContain("Do not pay twice")
    expect(ask("approve", { refund_terms: { ...terms, is_observed_sender: false } }).warning).toBeNull()
  })
})
