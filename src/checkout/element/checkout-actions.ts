import type { OnchainCheckout } from "../../types/http"
import {
  type BrowserWallet,
  sendPayment,
  walletPayment,
  type WalletPayment,
  type WalletProblem,
} from "../wallet/send-payment"
import type { CopyName } from "../view/fields"
import { sayPlain, type Key, type Words } from "../view/words"
import { CallRefused, type CheckoutApi, type Refusal } from "./checkout-api"
import type { CheckoutState } from "./checkout-state"
import { copyText } from "./copy-text"

export type ActionHost = {
  state: CheckoutState
  wallets: () => readonly BrowserWallet[]
  render: () => void
  show: (checkout: OnchainCheckout) => void
  refresh: () => void
  say: (text: string) => void
  focus: (selector: string) => void
  /** Scrolls to what the last action came to. */
  reveal: () => void
}

const COPIED_MS = 2_000
const WALLET_PATIENCE_MS = 180_000

const PROBLEMS: Readonly<Record<WalletProblem, Key>> = {
  declined: "wallet_declined",
  wrong_chain: "wallet_wrong_chain",
  insufficient_funds: "wallet_no_funds",
  changed: "wallet_changed",
  failed: "wallet_failed",
  unknown: "wallet_unknown",
}

/** What only a transaction can come to is another thing for a signature. */
const SIGNING: Readonly<Partial<Record<WalletProblem, Key>>> = {
  failed: "sign_unavailable",
  unknown: "sign_unavailable",
}

const REFUSED: Readonly<Record<Refusal, Key>> = {
  gone: "link_ended",
  busy: "problem_busy",
  invalid: "problem_choice",
  refused: "problem",
  unreachable: "problem",
}

/** Handles the payer's clicks and forms, delegated from the shadow root. */
export class CheckoutActions {
  constructor(
    private readonly api: CheckoutApi,
    private readonly host: ActionHost
  ) {}

  async click(event: Event): Promise<void> {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-action]") : null
    if (!target || target.localName === "form") return
    const { action } = target.dataset
    if (target instanceof HTMLAnchorElement && (action === "choose" || action === "keep"))
      event.preventDefault()
    if (target.getAttribute("aria-disabled") === "true") return event.preventDefault()
    switch (action) {
      case "copy":
        return this.#copy(target)
      case "memo-copy":
        return this.#copyMemo()
      case "memo-known":
        return this.#copyAfterMemo()
      case "choose":
        return this.openChoice({ isAsked: true })
      case "keep":
        return this.#closeChoice()
      case "wallet":
        return this.#pay(target.dataset.wallet ?? "")
      case "sign":
        return this.#sign(target.dataset.wallet ?? "")
      case "send-again":
        this.host.state.browser.isSendingAgain = true
        return this.host.render()
      case "print":
        return window.print()
      case "reload":
        return location.reload()
      default:
      // The browser handles links and forms.
    }
  }

  async submit(event: Event): Promise<void> {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    event.preventDefault()
    if (this.host.state.browser.isBusy) return
    const data = new FormData(form)
    if (form.dataset.action === "attempt") return this.#choose(String(data.get("rail") ?? ""))
    if (form.dataset.action === "claim") return this.#submitHash(String(data.get("tx_hash") ?? "").trim())
  }

  /** @param input.isAsked false while nothing is chosen yet: focus stays where it is */
  async openChoice({ isAsked }: { isAsked: boolean }): Promise<void> {
    await this.#during(async () => {
      this.host.state.options = await this.api.readOptions()
    })
    if (isAsked && this.host.state.options) this.host.focus(".choose h2")
  }

  /** Stores a hash with the shop. A hash that cannot be stored is kept and retried with the next update. */
  async storeHash(hash: string): Promise<boolean> {
    const { state } = this.host
    state.unstoredHash = hash
    this.host.render()
    try {
      await this.api.claim(hash)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      if (error.refusal === "invalid") state.unstoredHash = null
      return false
    }
    state.unstoredHash = null
    if (state.checkout)
      this.host.show({ ...state.checkout, payment: { ...state.checkout.payment, claimed_tx_hash: hash } })
    return true
  }

  async #choose(rail: string): Promise<void> {
    const isDone = await this.#during(async () => {
      const checkout = await this.api.openAttempt(rail)
      this.host.state.options = null
      this.host.state.isMemoKnown = false
      this.host.show(checkout)
    })
    if (!isDone) return
    this.host.focus(".body h2")
    // Another tab may have chosen since, and its update may have arrived before this answer.
    this.host.refresh()
  }

  #closeChoice(): void {
    this.host.state.options = null
    this.host.state.browser.notice = null
    this.host.render()
    this.host.focus(".body h2")
  }

  async #submitHash(hash: string): Promise<void> {
    const { state } = this.host
    const network = state.checkout?.payment.network_name ?? ""
    const before = state.unstoredHash
    await this.#during(async () => {
      await this.api.claim(hash).catch((error: unknown) => {
        if (!(error instanceof CallRefused) || error.refusal !== "invalid") throw error
        this.#note("bad", "sent_invalid", { network })
        throw new Handled()
      })
      state.unstoredHash = before
      if (state.checkout)
        this.host.show({ ...state.checkout, payment: { ...state.checkout.payment, claimed_tx_hash: hash } })
      this.#note("good", "sent_thanks")
    })
  }

  async #pay(id: string): Promise<void> {
    const { state, wallets } = this.host
    const wallet = wallets().find(({ uuid }) => uuid === id)
    const payment = state.checkout && walletPayment(state.checkout.payment)
    if (!wallet || !payment || state.browser.isBusy) return
    const network = state.checkout?.payment.network_name ?? ""
    state.browser.isBusy = true
    this.#note("busy", "wallet_confirm", { wallet: nameOf(wallet, state.words) })
    const sent = (hash: string) => {
      this.#note("good", "wallet_sent")
      return this.storeHash(hash)
    }
    const result = await sendPayment(wallet.provider, payment, {
      // A closed wallet may never answer; a slow one may answer later.
      signal: AbortSignal.timeout(WALLET_PATIENCE_MS),
      isDue: () =>
        this.#isDue(payment) && (!state.checkout?.payment.is_signed || state.browser.isSendingAgain),
      onLateHash: (hash) => void sent(hash),
    })
    state.browser.isBusy = false
    state.browser.isSendingAgain = false
    if ("problem" in result) return this.#note("bad", PROBLEMS[result.problem], { network })
    await sent(result.hash)
  }

  async #sign(id: string): Promise<void> {
    const { state, wallets, refresh } = this.host
    const wallet = wallets().find(({ uuid }) => uuid === id)
    const payment = state.checkout && walletPayment(state.checkout.payment)
    if (!wallet || !payment || state.browser.isBusy) return
    const network = state.checkout?.payment.network_name ?? ""
    state.browser.isBusy = true
    this.#note("busy", "wallet_confirm", { wallet: nameOf(wallet, state.words) })
    let isSigned = false
    try {
      const { signPayment } = await import("../wallet/sign-payment.js")
      const authorize = (body: { from: string; signature?: string }) => {
        isSigned = body.signature !== undefined
        return this.api.authorize(body)
      }
      const signal = AbortSignal.timeout(WALLET_PATIENCE_MS)
      const isDue = () => this.#isDue(payment)
      const result = await signPayment(wallet.provider, payment, authorize, { signal, isDue })
      state.browser.isBusy = false
      state.browser.isSendingAgain = false
      if ("problem" in result)
        this.#note("bad", SIGNING[result.problem] ?? PROBLEMS[result.problem], { network })
      else if (result.state === "settled") this.#note("good", "wallet_sent")
      else if (result.state === "declined") this.#note("bad", "sign_declined")
      else {
        // The payment says it, also to a page that is opened later.
        state.browser.notice = null
        if (state.checkout)
          this.host.show({ ...state.checkout, payment: { ...state.checkout.payment, is_signed: true } })
      }
      refresh()
    } catch {
      // The part did not load, or the shop refused or did not answer.
      state.browser.isBusy = false
      this.#note("bad", isSigned ? "sign_unknown" : "sign_unavailable")
      refresh()
    }
  }

  #isDue({ to, value, data }: WalletPayment): boolean {
    const { browser, checkout, clock } = this.host.state
    const now = checkout && walletPayment(checkout.payment)
    const { expires_at } = checkout?.payment ?? {}
    const isOver = expires_at != null && Date.parse(expires_at) <= clock.nowMs()
    // Another tab may have paid.
    const isSent = checkout?.payment.claimed_tx_hash != null && !browser.isSendingAgain
    return now?.to === to && now.value === value && now.data === data && !isOver && !isSent
  }

  async #copy(button: HTMLElement): Promise<void> {
    const { state } = this.host
    const name = button.dataset.name as CopyName
    const needsMemo = name === "address" && Boolean(state.checkout?.payment.memo) && !state.isMemoKnown
    if (needsMemo) {
      state.browser.isMemoAsked = true
      this.host.render()
      return this.host.focus("[data-action=memo-copy]")
    }
    await this.#write(name, button.dataset.copy ?? "")
  }

  async #copyMemo(): Promise<void> {
    await this.#write("memo", this.host.state.checkout?.payment.memo ?? "")
    this.host.focus("[data-name=address]")
  }

  async #copyAfterMemo(): Promise<void> {
    this.host.state.isMemoKnown = true
    await this.#write("address", this.host.state.checkout?.payment.deposit_address ?? "")
    this.host.focus("[data-name=address]")
  }

  async #write(name: CopyName, text: string): Promise<void> {
    const { state, render, say } = this.host
    state.browser.isMemoAsked = false
    if (!(await copyText(text))) return this.#note("bad", "copy_failed")
    if (name === "memo") state.isMemoKnown = true
    state.browser.copied = name
    state.browser.notice = null
    render()
    if (state.words) say(sayPlain(state.words, `copied_${name}`))
    setTimeout(() => {
      if (state.browser.copied === name) state.browser.copied = null
      render()
    }, COPIED_MS)
  }

  async #during(work: () => Promise<void>): Promise<boolean> {
    const { browser } = this.host.state
    browser.isBusy = true
    browser.notice = null
    this.host.render()
    try {
      await work()
      return true
    } catch (error) {
      if (error instanceof CallRefused) this.#note("bad", REFUSED[error.refusal])
      else if (!(error instanceof Handled)) throw error
      return false
    } finally {
      browser.isBusy = false
      this.host.render()
    }
  }

  #note(tone: "good" | "bad" | "busy", key: Key, values: Record<string, string> = {}): void {
    const { words, browser } = this.host.state
    if (!words) return
    const text = sayPlain(words, key, values)
    browser.notice = { tone, text }
    this.host.render()
    this.host.reveal()
    this.host.say(text)
  }
}

export const nameOf = ({ name }: BrowserWallet, words: Words | null): string =>
  name ?? words?.messages.browser_wallet ?? ""

class Handled extends Error {}
