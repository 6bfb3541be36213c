import type { OnchainAddressesResponse } from "../../types/http"
import { copyText } from "../element/copy-text"
import { morph, toFragment } from "../element/morph"
import { sayPlain } from "../view/words"
import { ADDRESSES_STYLE, type AddressesScreen, renderAddresses } from "./view"
import { type AddressWords, addressWords } from "./words"

/** Lets a server import the module without a DOM. */
const Base: typeof HTMLElement =
  typeof HTMLElement === "undefined" ? (class {} as typeof HTMLElement) : HTMLElement

const UNAUTHORIZED = 401
/** A tab that is shown again so soon keeps what it has. */
const FRESH_MS = 10_000

class NotAnswered extends Error {
  constructor(readonly status: number) {
    super(`answered with ${status}`)
  }
}

type Load = () => Promise<OnchainAddressesResponse>

/**
 * `<onchain-addresses src="/api/onchain/addresses">`: the reusable addresses of the signed-in customer, for an account page.
 *
 * Every display reads the list again, and the store confirms each address for it: on the page, and when its tab is shown again. Then the
 * list stays in place, and a copy waits for the new one.
 *
 * @see docs/developers/checkout.md
 */
export class OnchainAddressesElement extends Base {
  static readonly observedAttributes = ["src", "locale"]

  #screen: AddressesScreen = { shown: "loading", isReading: false, copied: null }
  #load: Load | null = null
  #end: AbortController | null = null
  /** Answers of earlier calls are dropped. */
  #call = 0
  #reading: Promise<void> = Promise.resolve()
  /** End of the last reading, in milliseconds. */
  #readAt = 0

  /** Reads the list in place of `src`, for a storefront that keeps the customer's token in JavaScript. */
  get load(): Load | null {
    return this.#load
  }
  set load(load: Load | null) {
    this.#load = load
    if (this.#end !== null) this.#read()
  }

  connectedCallback(): void {
    this.#end = new AbortController()
    const { signal } = this.#end
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" })
    // A constructed style sheet needs no `style-src`.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(ADDRESSES_STYLE)
    root.adoptedStyleSheets = [sheet]
    // Set before the script defined the element.
    const early = Object.getOwnPropertyDescriptor(this, "load")?.value as Load | undefined
    if (early) {
      Reflect.deleteProperty(this, "load")
      this.#load = early
    }
    root.addEventListener("click", (event) => void this.#click(event), { signal })
    const shown = () => {
      if (!document.hidden && Date.now() - this.#readAt >= FRESH_MS) this.#read("again")
    }
    document.addEventListener("visibilitychange", shown, { signal })
    this.#read()
  }

  disconnectedCallback(): void {
    this.#end?.abort()
    this.#end = null
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (this.#end === null || before === after) return
    if (name === "src") this.#read()
    else this.#render()
  }

  get #words(): AddressWords {
    const asked = [this.getAttribute("locale") ?? "", document.documentElement.lang]
    return addressWords([...asked, ...navigator.languages])
  }

  /** @param how `again`: the same list, which stays until the new one is there */
  #read(how: "first" | "again" = "first"): void {
    const call = ++this.#call
    const { shown } = this.#screen
    if (how === "again" && typeof shown !== "string") this.#show({ ...this.#screen, isReading: true })
    else this.#show({ shown: "loading", isReading: false, copied: null })
    this.#reading = this.#fetch().then((answer) => {
      if (call !== this.#call) return
      this.#readAt = Date.now()
      this.#show({ shown: answer, isReading: false, copied: null })
    })
  }

  async #fetch(): Promise<AddressesScreen["shown"]> {
    // A framework sets `load` right after it has inserted the element.
    await Promise.resolve()
    const src = this.getAttribute("src")
    if (this.#load === null && src === null) return "failed"
    try {
      return await (this.#load?.() ?? fetchList(src ?? ""))
    } catch (error) {
      return (error as { status?: unknown } | null)?.status === UNAUTHORIZED ? "signed_out" : "failed"
    }
  }

  #show(screen: AddressesScreen): void {
    this.#screen = screen
    this.#render()
  }

  #render(): void {
    const root = this.shadowRoot
    if (root && this.#end !== null) morph(root, toFragment(renderAddresses(this.#screen, this.#words).markup))
  }

  async #click({ target }: Event): Promise<void> {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-action]") : null
    if (!button) return
    const { action, copy = "", network = "" } = button.dataset
    if (action === "reload") return this.#read()
    await this.#reading
    const { shown } = this.#screen
    if (typeof shown === "string" || !shown.addresses.some(({ address }) => address === copy)) return
    const isCopied = await copyText(copy)
    if (isCopied) this.#screen.copied = network
    this.#render()
    const line = this.shadowRoot?.querySelector("[data-keep]")
    if (!line) return
    line.textContent = sayPlain(this.#words, isCopied ? "copied" : "copy_failed")
    // The button shows that it worked, and nothing else that it did not.
    line.classList.toggle("unseen", isCopied)
    if (!isCopied) line.scrollIntoView({ block: "nearest" })
  }
}

async function fetchList(src: string): Promise<OnchainAddressesResponse> {
  const answer = await fetch(src, { headers: { accept: "application/json" }, cache: "no-store" })
  if (!answer.ok) throw new NotAnswered(answer.status)
  return (await answer.json()) as OnchainAddressesResponse
}
