import type { OnchainAddressesResponse } from "../../types/http"
import { morph, toFragment } from "../element/morph"
import { sayPlain } from "../view/words"
import { ADDRESSES_STYLE, type AddressesScreen, renderAddresses } from "./view"
import { type AddressWords, addressWords } from "./words"

/** Lets a server import the module without a DOM. */
const Base: typeof HTMLElement =
  typeof HTMLElement === "undefined" ? (class {} as typeof HTMLElement) : HTMLElement

const UNAUTHORIZED = 401

class NotAnswered extends Error {
  constructor(readonly status: number) {
    super(`answered with ${status}`)
  }
}

type Load = () => Promise<OnchainAddressesResponse>

/**
 * `<onchain-addresses src="/api/onchain/addresses">`: the reusable addresses of the signed-in customer, for an account page.
 *
 * Every display reads the list again, and the store confirms each address for it: on the page, and whenever its tab is shown.
 *
 * @see docs/developers/checkout.md
 */
export class OnchainAddressesElement extends Base {
  static readonly observedAttributes = ["src", "locale"]

  #screen: AddressesScreen = { shown: "loading", copied: null }
  #load: Load | null = null
  #end: AbortController | null = null
  /** Answers of earlier calls are dropped. */
  #call = 0

  /** Reads the list in place of `src`, for a storefront that keeps the customer's token in JavaScript. */
  get load(): Load | null {
    return this.#load
  }
  set load(load: Load | null) {
    this.#load = load
    if (this.#end !== null) void this.#read()
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
    document.addEventListener("visibilitychange", () => void (document.hidden || this.#read()), { signal })
    void this.#read()
  }

  disconnectedCallback(): void {
    this.#end?.abort()
    this.#end = null
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (this.#end === null || before === after) return
    if (name === "src") void this.#read()
    else this.#render()
  }

  get #words(): AddressWords {
    const asked = [this.getAttribute("locale") ?? "", document.documentElement.lang]
    return addressWords([...asked, ...navigator.languages])
  }

  async #read(): Promise<void> {
    const src = this.getAttribute("src")
    const load = this.#load ?? (src === null ? null : () => fetchList(src))
    const call = ++this.#call
    this.#show("loading")
    if (load === null) return
    const shown = await load().catch((error: unknown) =>
      (error as { status?: unknown } | null)?.status === UNAUTHORIZED ? "signed_out" : "failed"
    )
    if (call === this.#call) this.#show(shown)
  }

  #show(shown: AddressesScreen["shown"]): void {
    this.#screen = { shown, copied: null }
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
    const isCopied = await navigator.clipboard.writeText(copy).then(
      () => true,
      () => false
    )
    if (isCopied) this.#screen.copied = network
    this.#render()
    const line = this.shadowRoot?.querySelector("[role=status]")
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
