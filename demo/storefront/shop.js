import { createStoreClient } from "./store-client.js"

const find = (id) => document.getElementById(id)
const store = await createStoreClient()
let cart = null

function element(name, text, attributes = {}) {
  const node = Object.assign(document.createElement(name), attributes)
  if (text !== undefined) node.textContent = text
  return node
}

function money(amount, currency) {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(amount)
}

/** Runs a button's action, with the button disabled meanwhile and any refusal shown. */
async function act(button, action) {
  button.disabled = true
  find("message").hidden = true
  try {
    await action()
  } catch (error) {
    find("message").textContent = error.message
    find("message").hidden = false
  } finally {
    button.disabled = false
  }
}

function productRow({ title, description, variants: [variant] }) {
  const { calculated_amount: amount, currency_code: currency } = variant.calculated_price
  const text = element("div")
  text.append(
    element("strong", title),
    element("p", description, { className: "quiet" }),
    element("p", money(amount, currency))
  )
  const button = element("button", "Add", { ariaLabel: `Add ${title} to the cart` })
  button.onclick = () => act(button, () => addToCart(variant.id))
  const row = element("li")
  row.append(text, button)
  return row
}

async function addToCart(variantId) {
  cart ??= await store.createCart()
  cart = await store.addItem(cart.id, variantId)
  find("checkout").hidden = false
  find("payment").hidden = true
  showCart()
}

function showCart() {
  const items = cart.items.map((item) => {
    const row = element("li")
    const total = money(item.unit_price * item.quantity, cart.currency_code)
    row.append(element("span", `${item.quantity} × ${item.product_title}`), element("span", total))
    return row
  })
  find("items").replaceChildren(...items)
  const totals = { Delivery: cart.shipping_total, Total: cart.total }
  const rows = Object.entries(totals).map(([label, amount]) => {
    const row = element("div")
    row.append(element("dt", label), element("dd", money(amount, cart.currency_code)))
    return row
  })
  find("totals").replaceChildren(...rows)
}

async function showRails() {
  const options = await store.paymentOptions(cart.id)
  if (options.length === 0) throw new Error("There is no crypto payment for this cart")
  const choices = options.map(({ id, label, amount, token }, index) => {
    const radio = element("input", undefined, {
      type: "radio",
      name: "rail",
      value: id,
      checked: index === 0,
    })
    const choice = element("label")
    choice.append(radio, ` ${label}: ${amount} ${token}`)
    return choice
  })
  find("rails").replaceChildren(...choices)
  find("payment").hidden = false
}

find("checkout").onsubmit = (event) => {
  event.preventDefault()
  void act(event.submitter, async () => {
    cart = await store.deliverTo(cart.id, Object.fromEntries(new FormData(event.target)))
    showCart()
    await showRails()
  })
}

find("payment").onsubmit = (event) => {
  event.preventDefault()
  void act(event.submitter, async () => {
    const rail = new FormData(event.target).get("rail")
    location.assign(await store.placeOrder(cart.id, rail))
  })
}

find("products").replaceChildren(...(await store.products()).map(productRow))
