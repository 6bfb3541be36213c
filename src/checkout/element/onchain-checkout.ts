import type { OnchainCheckout } from "../../types/http"
import { type BrowserWallet, walletPayment, watchWallets } from "../wallet/send-payment"
import { renderCheckout } from "../view/checkout"
import { isWebAddress } from "../view/header"
import { SHORT_MS } from "../view/pay"
import { isOfStatus } from "../view/status-words"
import { sayPlain, showLeft, type Words } from "../view/words"
import { announce, retitle } from "./announcement"
import { CheckoutActions, nameOf } from "./checkout-actions"
import { CallRefused, CheckoutApi } from "./checkout-api"
import {
  type CheckoutState,
  isWatched,
  mergeUpdate,
  newState,
  shownCheckout,
  toScreen,
} from "./checkout-state"
import { LiveUpdates } from "./live-updates"
import { morph, toFragment } from "./morph"
import { renderProblem } from "./problem"

const TICK_MS = 1_000
const RETRY_MS = 20_000
const REDIRECT_MS = 4_000

/** Lets a server import the module without a DOM. */
const Base: typeof HTMLElement =
  typeof HTMLElement === "undefined" ? (class {} as typeof HTMLElement) : HTMLElement

/**
 * `<onchain-checkout src="/onchain/pay/TOKEN">`: a payment from the choice of a network to the receipt.
 *
 * It upgrades server-rendered markup in its shadow root, or renders itself. It dispatches `onchain-change` on every change and
 * `onchain-paid` once, both with the `OnchainCheckout` as `detail`.
 *
 * @see docs/developers/checkout.md
 */
export class OnchainCheckoutElement extends Base {
  static readonly observedAttributes = ["src", "locale", "return-url"]

  #state: CheckoutState = newState()
  #wallets: BrowserWallet[] = []
  #live: LiveUpdates | null = null
  #actions: CheckoutActions | null = null
  #end: AbortController | null = null

  /** The checkout on screen; null until loaded. */
  get checkout(): OnchainCheckout | null {
    return shownCheckout(this.#state)
  }

  /** Stores the hash of a transaction sent by the page's own wallet integration. */
  async claim(txHash: string): Promise<void> {
    await this.#actions?.storeHash(txHash)
  }

  connectedCallback(): void {
    this.#end = new AbortController()
    const { signal } = this.#end
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" })
    // A browser that knows no declarative shadow root left it as it is.
    const template = this.querySelector<HTMLTemplateElement>("template[shadowrootmode]")
    if (template) root.append(template.content)
    this.#readInitial()
    this.#start()
    root.addEventListener("click", (event) => void this.#actions?.click(event), { signal })
    root.addEventListener("submit", (event) => void this.#actions?.submit(event), { signal })
    document.addEventListener("visibilitychange", () => this.#watch(true), { signal })
    window.addEventListener("offline", () => this.#setConnected(false), { signal })
    window.addEventListener("online", () => this.#watch(true), { signal })
    const ticking = setInterval(() => this.#tick(), TICK_MS)
    const retrying = setInterval(() => {
      void this.#retryAddress()
      void this.#storeAgain()
    }, RETRY_MS)
    const stopWallets = watchWallets(window, (wallets) => {
      this.#wallets = wallets
      this.#render()
    })
    signal.addEventListener("abort", () => {
      clearInterval(ticking)
      clearInterval(retrying)
      stopWallets()
      this.#live?.stop()
    })
  }

  disconnectedCallback(): void {
    this.#end?.abort()
    this.#end = null
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (this.#end === null || before === after) return
    if (name === "return-url") return this.#render()
    if (name === "src") this.#state.checkout = null
    this.#state.words = null
    this.#start()
  }

  get #src(): string {
    return (this.getAttribute("src") ?? "").replace(/\/+$/, "")
  }

  #api = () => new CheckoutApi(this.#src, (...call) => fetch(...call))

  /** The data the server rendered with the markup, so nothing is fetched again. */
  #readInitial(): void {
    const text = this.querySelector('script[type="application/json"]')?.textContent
    if (!text) return
    const { checkout, words, options } = JSON.parse(text) as Pick<
      CheckoutState,
      "checkout" | "words" | "options"
    >
    // Only the browser knows the payer's time zone.
    const { timeZone: _, ...own } = words ?? ({} as Words)
    Object.assign(this.#state, { checkout, options, words: words && own })
    if (checkout) this.#state.clock.set(checkout.server_time)
  }

  #start(): void {
    this.#live?.stop()
    const api = this.#api()
    this.#actions = new CheckoutActions(api, {
      state: this.#state,
      wallets: () => this.#wallets,
      render: () => this.#render(),
      show: (checkout) => this.#show(checkout),
      refresh: () => void this.#live?.poll(),
      say: (text) => this.#say(text),
      focus: (selector) => this.#focus(selector),
      reveal: () => this.shadowRoot?.querySelector("[data-key=notice]")?.scrollIntoView({ block: "nearest" }),
    })
    if (this.#src === "") return this.#render()
    this.#live = new LiveUpdates(
      api,
      {
        openStream: typeof EventSource === "undefined" ? null : (url) => new EventSource(url),
        setTimer: (run, ms) => window.setTimeout(run, ms),
        clearTimer: (id) => window.clearTimeout(id),
        now: () => performance.now(),
      },
      {
        onCheckout: (checkout) => void this.#update(checkout),
        onConnection: (isConnected) => this.#setConnected(isConnected),
        onGone: () => this.#fail("link_ended"),
      }
    )
    void this.#load(api)
  }

  async #load(api: CheckoutApi): Promise<void> {
    try {
      const { words, checkout } = this.#state
      if (words === null) {
        const presentation = await api.readPresentation(this.getAttribute("locale"))
        this.#state.words = presentation.words
        this.#useStyle(presentation.style)
      }
      if (checkout === null) this.#show(await api.readCheckout({ isDisplay: true }))
      else this.#show(checkout)
      if (this.#state.checkout?.payment.status === "choose" && this.#state.options === null)
        await this.#actions?.openChoice({ isAsked: false })
      this.#watch(false)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      this.#fail(error.refusal === "gone" ? "link_ended" : "not_loaded")
    }
  }

  /** @param isPolled true to read the status immediately, such as after a tab was hidden */
  #watch(isPolled: boolean): void {
    if (document.hidden || !navigator.onLine || !isWatched(this.#state)) return this.#live?.stop()
    this.#live?.start()
    if (isPolled) void this.#live?.poll()
  }

  async #update(update: OnchainCheckout): Promise<void> {
    const shown = this.#state.checkout
    if (shown !== null && shown.version === update.version) {
      this.#state.clock.set(update.server_time)
      return this.#tick()
    }
    const { checkout, isAddressDue } = mergeUpdate(shown, update)
    this.#show(checkout)
    if (isAddressDue) await this.#readAddress()
    await this.#storeAgain()
  }

  async #storeAgain(): Promise<void> {
    if (this.#state.unstoredHash !== null) await this.#actions?.storeHash(this.#state.unstoredHash)
  }

  async #readAddress(): Promise<void> {
    try {
      this.#show(await this.#api().readCheckout({ isDisplay: true }))
    } catch (error) {
      // The next update or retry tries again.
      if (!(error instanceof CallRefused)) throw error
    }
  }

  async #retryAddress(): Promise<void> {
    const payment = this.#state.checkout?.payment
    if (!payment || document.hidden || this.#src === "") return
    const isMissing = isOfStatus(payment.status, "payable") && payment.deposit_address === null
    if (payment.status === "address_unavailable" || isMissing) await this.#readAddress()
  }

  #show(checkout: OnchainCheckout): void {
    const before = this.#state.checkout
    this.#state.checkout = checkout
    // Another tab has chosen: these options are out of date.
    if (before && before.payment.rail !== checkout.payment.rail) this.#state.options = null
    this.#state.clock.set(checkout.server_time)
    const focused = this.shadowRoot?.activeElement
    this.#render()
    if (focused && !this.shadowRoot?.activeElement) this.#focus(".body h2", { preventScroll: true })
    const { words } = this.#state
    if (before === null || before === checkout || words === null) return
    const news = announce(words, before, checkout)
    if (news !== null) this.#say(news)
    document.title = retitle(words, document.title, before, checkout)
    this.dispatchEvent(new CustomEvent("onchain-change", { detail: checkout, bubbles: true, composed: true }))
    if (before.payment.status !== "paid" && checkout.payment.status === "paid") this.#celebrate(checkout)
    this.#watch(false)
  }

  #celebrate(checkout: OnchainCheckout): void {
    this.dispatchEvent(new CustomEvent("onchain-paid", { detail: checkout, bubbles: true, composed: true }))
    const url = this.getAttribute("return-url") ?? checkout.return_url
    if (!this.hasAttribute("redirect-after-paid") || !isWebAddress(url)) return
    const { words, browser } = this.#state
    if (words) browser.notice = { tone: "good", text: sayPlain(words, "paid_redirect") }
    this.#render()
    setTimeout(() => window.open(url, "_top"), REDIRECT_MS)
  }

  #setConnected(isConnected: boolean): void {
    const { browser, words } = this.#state
    if (browser.isOffline === !isConnected) return
    browser.isOffline = !isConnected
    this.#render()
    if (words) this.#say(sayPlain(words, isConnected ? "online_again" : "offline"))
  }

  /**
   * Updates only the digits every second, and the screen when the time is up, or not up after all. Then, and when the device's clock
   * jumps, the server decides.
   */
  #tick(): void {
    const { checkout, words, clock } = this.#state
    const expiresAt = checkout?.payment.expires_at
    const digits = this.shadowRoot?.querySelector(".time")
    if (!expiresAt || !words || !digits) return
    const leftMs = Date.parse(expiresAt) - clock.nowMs()
    digits.textContent = showLeft(words, leftMs)
    digits.parentElement?.classList.toggle("short", leftMs < SHORT_MS)
    const isUp = leftMs <= 0
    const isPayable = this.shadowRoot?.querySelector(".how") != null
    if (isUp === isPayable) this.#render()
    if (this.#src !== "" && (clock.hasJumped() || (isUp && isPayable))) void this.#live?.poll()
  }

  #fail(key: "link_ended" | "not_loaded"): void {
    const root = this.shadowRoot
    if (!root) return
    const returnUrl = this.getAttribute("return-url") ?? this.#state.checkout?.return_url ?? null
    morph(root, toFragment(renderProblem(this.#state.words, key, returnUrl).markup))
  }

  #render(): void {
    const root = this.shadowRoot
    if (!root || this.#end === null) return
    const { browser, checkout, words } = this.#state
    const canPay = checkout !== null && walletPayment(checkout.payment) !== null
    const shown = (wallet: BrowserWallet) => ({
      id: wallet.uuid,
      name: nameOf(wallet, words),
      icon: wallet.icon,
    })
    browser.wallets = canPay ? this.#wallets.map(shown) : []
    const returnUrl = this.getAttribute("return-url")
    const screen = toScreen(this.#state, { src: this.#src, returnUrl })
    if (screen === null) return
    morph(root, toFragment(renderCheckout(screen).markup))
  }

  /** Constructed style sheets need no `style-src`. */
  #useStyle(style: string): void {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    if (this.shadowRoot) this.shadowRoot.adoptedStyleSheets = [sheet]
  }

  #say(text: string): void {
    const line = this.shadowRoot?.querySelector("[role=status][data-keep]")
    if (line && line.textContent !== text) line.textContent = text
  }

  #focus(selector: string, options?: FocusOptions): void {
    const found = this.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []
    const target = [...found].find((one) => one.getClientRects().length > 0)
    if (!target) return
    if (target.localName === "h2") target.tabIndex = -1
    target.focus(options)
  }
}
