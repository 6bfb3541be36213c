import { type ReactNode, StrictMode } from "react"
import { flushSync } from "react-dom"
import { createRoot } from "react-dom/client"
import { Layout } from "./layout"
import { accountPage, enterPage } from "./pages/account"
import { cartPage } from "./pages/cart"
import { catalogPage } from "./pages/catalog"
import { checkoutPage } from "./pages/checkout"
import { orderPage } from "./pages/order"
import { productPage } from "./pages/product"
import { loadSession, type Session } from "./shop"

/** A page with its data. */
export type Page = { title: string; content: ReactNode }
/** @param id of the path */
export type LoadPage = (session: Session, id: string, go: Go) => Promise<Page>
/** Shows a path, or the current page again with new data. */
export type Go = (path?: string) => Promise<void>

const pages: Record<string, LoadPage> = {
  "": catalogPage,
  products: productPage,
  cart: cartPage,
  checkout: checkoutPage,
  orders: orderPage,
  account: accountPage,
  enter: enterPage,
}
const root = createRoot(document.getElementById("shop") ?? document.body)

const go: Go = async (path) => {
  if (path !== undefined) history.pushState(null, "", path)
  await show(path !== undefined)
}

/** @param isNew whether it is another page, to scroll to the top */
async function show(isNew: boolean): Promise<void> {
  const { pathname } = location
  const [, name = "", id = ""] = pathname.split("/")
  const session = await loadSession()
  const load = pages[name] ?? catalogPage
  const { title, content } = await load(session, id, go).catch(failed)
  if (location.pathname !== pathname) return
  document.title = `${title} · Lumen & Loam`
  const render = () =>
    flushSync(() =>
      root.render(
        <StrictMode>
          <Layout session={session} go={go}>
            <main key={pathname} id="main" tabIndex={-1}>
              {content}
            </main>
          </Layout>
        </StrictMode>
      )
    )
  if (!isNew) return render()
  if (document.startViewTransition) await document.startViewTransition(render).updateCallbackDone
  else render()
  scrollTo(0, 0)
  document.getElementById("main")?.focus({ preventScroll: true })
}

function failed(error: unknown): Page {
  const message = error instanceof Error ? error.message : String(error)
  const content = (
    <div className="empty">
      <h1>This page could not be loaded</h1>
      <p role="alert">{message}</p>
      <a className="button" href="/">
        Back to the shop
      </a>
    </div>
  )
  return { title: "Not found", content }
}

/** Follows links within the shop without a page load. */
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
  if (!link || link.target || link.origin !== location.origin || !isPlain || event.defaultPrevented) return
  if (link.hash && link.pathname === location.pathname) return
  event.preventDefault()
  void go(link.pathname)
})
addEventListener("popstate", () => void show(true))
void show(false)
