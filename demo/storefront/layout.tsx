import type { ReactNode } from "react"
import type { Go } from "./main"
import { chooseRegion, type Session } from "./shop"

export function Layout({ session, go, children }: { session: Session; go: Go; children: ReactNode }) {
  const { customer, cart } = session
  const pieces = (cart?.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header>
        <p className="ribbon">Demo shop. Payments go to the sandbox: no real money.</p>
        <div className="bar">
          <a className="brand" href="/">
            Lumen <i>&amp;</i> Loam
          </a>
          <nav aria-label="Shop">
            <Currencies session={session} go={go} />
            <a className="pill" href="/account">
              {customer ? (customer.first_name ?? "Account") : "Sign in"}
            </a>
            <a className="pill" href="/cart">
              Cart
              {pieces > 0 && <span className="count">{pieces}</span>}
              {pieces > 0 && <span className="hidden">{pieces === 1 ? " item" : " items"}</span>}
            </a>
          </nav>
        </div>
      </header>
      {children}
      <footer>
        <p>
          A storefront on <code>@medusajs/js-sdk</code> with <code>medusa-payment-onchain</code>.
        </p>
      </footer>
    </>
  )
}

function Currencies({ session, go }: { session: Session; go: Go }) {
  const { regions, region } = session
  if (regions.length < 2) return null
  return (
    <div className="segments" role="group" aria-label="Currency">
      {regions.map((one) => (
        <button
          key={one.id}
          type="button"
          aria-pressed={one.id === region.id}
          onClick={() => {
            chooseRegion(one)
            void go()
          }}
        >
          {one.currency_code.toUpperCase()}
        </button>
      ))}
    </div>
  )
}

/** Drawn for this demo, one per product. */
export function Picture({ handle, size = 480 }: { handle: string | null | undefined; size?: number }) {
  return <img src={`/pictures/${handle ?? "notebook"}.svg`} alt="" width={size} height={size} />
}

export function Problem({ text }: { text: string | null }) {
  return text === null ? null : (
    <p className="problem" role="alert">
      {text}
    </p>
  )
}
