import type ts from "typescript"
import type { Shape } from "./shape"
import type { Source } from "./source"

/** A change to a file of the storefront. Each place that is already changed stays as it is. */
export type Edit = {
  /** Path in the storefront. */
  file: string
  /** @throws RefusedError when the place to change is missing */
  apply: (source: Source, shape: Shape) => void
}

type Element = ts.JsxElement | ts.JsxSelfClosingElement

export const edits: readonly Edit[] = [
  {
    file: "src/lib/constants.tsx",
    apply(source, { modules, providerId }) {
      const { ts, quote } = source
      const declared = source.declared("paymentInfoMap")
      const map = source.need(
        declared && source.find(ts.isObjectLiteralExpression, declared),
        "paymentInfoMap with its object"
      )
      const isThere = map.properties.some(
        ({ name }) => name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) && name.text === providerId
      )
      const key = /^\w+$/.test(providerId) ? providerId : quote + providerId + quote
      const lines = [`${key}: {`, `  title: ${quote}Crypto${quote},`, "  icon: <OnchainIcon />,", "},"]
      if (!isThere) source.insertProperty(map, lines)
      source.addImport("OnchainIcon", "OnchainIcon", `${modules}/onchain/icon`)
    },
  },
  {
    file: "src/modules/checkout/components/payment-button/index.tsx",
    apply(source, { lib, modules }) {
      const { ts, semicolon } = source
      const found = source
        .all(ts.isSwitchStatement)
        .find(({ expression }) => expression.kind === ts.SyntaxKind.TrueKeyword)
      const choice = source.need(found, "switch (true)")
      const rest = source.need(choice.caseBlock.clauses.find(ts.isDefaultClause), "default: of the switch")
      const button = ts.findAncestor(choice, ts.isFunctionLike)
      const names = source.all(ts.isIdentifier, button).map(({ text }) => text)
      for (const name of ["cart", "notReady", "paymentSession", "dataTestId"])
        source.need(
          names.find((each) => each === name),
          name
        )
      const isThere = choice.caseBlock.clauses.some(
        (clause) => ts.isCaseClause(clause) && /^isOnchain\b/.test(clause.expression.getText())
      )
      // The B2B starter also checks out a cart that its address names.
      if (!isThere)
        source.insertBefore(rest, [
          "case isOnchain(paymentSession?.provider_id):",
          "  return (",
          "    <OnchainPaymentButton",
          "      cartId={cart.id}",
          "      notReady={notReady}",
          "      data-testid={dataTestId}",
          "    />",
          `  )${semicolon}`,
        ])
      source.addImport("isOnchain", "{ isOnchain }", `${lib}/onchain/order-state`)
      source.addImport("OnchainPaymentButton", "OnchainPaymentButton", `${modules}/onchain/payment-button`)
    },
  },
  {
    file: "src/app/[countryCode]/(checkout)/checkout/page.tsx",
    apply(source, { lib }) {
      const { ts, semicolon } = source
      source.refuseDirective("use client", 'a component without "use client"')
      const statement = source
        .calls("retrieveCart")
        .map((call) => ts.findAncestor(call, ts.isVariableStatement))
        .find((each) => each && isOfPage(source, each) && declares(source, each, "cart"))
      const cart = source.need(statement, "const cart, from retrieveCart, in the page's async function")
      if (source.calls("redirectToOnchainOrder").length === 0)
        source.insertAfter(cart, [`await redirectToOnchainOrder(cart)${semicolon}`])
      source.addImport("redirectToOnchainOrder", "{ redirectToOnchainOrder }", `${lib}/onchain/server`)
    },
  },
  {
    file: "src/lib/data/orders.ts",
    apply(source) {
      const { ts, quote } = source
      const retrieve = source.need(source.declared("retrieveOrder"), "retrieveOrder")
      source.refuseDirective("use cache", 'retrieveOrder without "use cache"', retrieve)
      const isProperty = (node: ts.Node) =>
        ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)
      // Without a `cache` option, Next.js does not cache.
      for (const option of source.all(isProperty, retrieve)) {
        const value = ts.isPropertyAssignment(option) ? option.initializer : option.name
        const isUncached = ts.isStringLiteral(value) && value.text === "no-store"
        if (source.isNamed(option.name, "cache") && !isUncached)
          source.replace(option, [`cache: ${quote}no-store${quote}`])
      }
    },
  },
  {
    file: "src/modules/order/templates/order-completed-template.tsx",
    apply: (source, shape) => addPayment(source, "OrderDetails", shape),
  },
  {
    file: "src/app/[countryCode]/(main)/account/@dashboard/orders/details/[id]/page.tsx",
    apply: (source, shape) => addPayment(source, "OrderDetailsTemplate", shape),
  },
  {
    file: "src/modules/account/components/account-nav/index.tsx",
    apply(source, { modules }) {
      const hasArrow = source.all(source.ts.isIdentifier).some(({ text }) => text === "ChevronDown")
      addLink(source, "LocalizedClientLink", [
        '  <div className="flex items-center gap-x-2">',
        "    <OnchainIcon />",
        "    <span>Crypto addresses</span>",
        "  </div>",
        ...(hasArrow ? ['  <ChevronDown className="transform -rotate-90" />'] : []),
      ])
      addLink(source, "AccountNavLink", ["  Crypto addresses"])
      source.addImport("OnchainIcon", "OnchainIcon", `${modules}/onchain/icon`)
    },
  },
]

/** Not of `generateMetadata`, and where `await` is allowed. */
function isOfPage({ ts }: Source, statement: ts.Node): boolean {
  const page = ts.findAncestor(statement, ts.isFunctionLike)
  if (!page || !ts.canHaveModifiers(page)) return false
  const isAsync = ts.getModifiers(page)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
  const isMetadata = ts.isFunctionDeclaration(page) && page.name?.text === "generateMetadata"
  return Boolean(isAsync) && !isMetadata
}

const declares = (source: Source, statement: ts.Node, name: string) =>
  source
    .all((node) => source.ts.isVariableDeclaration(node) || source.ts.isBindingElement(node), statement)
    .some((each) => source.isNamed(each.name, name))

const elements = (source: Source, tag: string): Element[] =>
  source
    .all((node) => source.ts.isJsxElement(node) || source.ts.isJsxSelfClosingElement(node))
    .filter((element) => openingOf(source, element).tagName.getText() === tag)

const openingOf = ({ ts }: Source, element: Element) =>
  ts.isJsxElement(element) ? element.openingElement : element

const attribute = (source: Source, element: Element, name: string) =>
  openingOf(source, element)
    .attributes.properties.filter(source.ts.isJsxAttribute)
    .find((each) => source.isNamed(each.name, name))

/** Shows the state of the payment before each element that shows the order. */
function addPayment(source: Source, tag: string, { modules }: Shape): void {
  source.refuseDirective("use client", 'a component without "use client"')
  const places = elements(source, tag)
  source.need(places[0], `<${tag} order={...} />`)
  if (elements(source, "OnchainOrderPayment").length === 0)
    for (const place of places) {
      const order = source.need(attribute(source, place, "order"), `order={...} of <${tag}>`)
      source.insertElement(place, `<OnchainOrderPayment ${order.getText()} />`)
    }
  source.addImport("OnchainOrderPayment", "OnchainOrderPayment", `${modules}/onchain/order-payment`)
}

/** Links the account page before the link to the orders, with the attributes of that link. */
function addLink(source: Source, tag: string, content: readonly string[]): void {
  const { ts } = source
  const linkTo = (page: string) =>
    elements(source, tag).find((link) =>
      attribute(source, link, "href")?.initializer?.getText().includes(`/account/${page}`)
    )
  if (linkTo("crypto-addresses")) return
  const orders = source.need(linkTo("orders"), `<${tag} href="/account/orders">`)
  const item = ts.findAncestor(
    orders,
    (node) => ts.isJsxElement(node) && node.openingElement.tagName.getText() === "li"
  )
  const like = ["className", "route"].flatMap((name) => attribute(source, orders, name)?.getText() ?? [])
  source.insertBefore(source.need(item, `<li> around <${tag} href="/account/orders">`), [
    "<li>",
    `  <${tag}`,
    ...['href="/account/crypto-addresses"', ...like, 'data-testid="crypto-addresses-link"'].map(
      (line) => `    ${line}`
    ),
    "  >",
    ...content.map((line) => `  ${line}`),
    `  </${tag}>`,
    "</li>",
  ])
}
