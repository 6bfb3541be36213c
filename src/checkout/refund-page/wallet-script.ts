/**
 * Lets a wallet fill in its address and sign it. Without one, or when it refuses, the form works as it is. A
 * changed address is no longer signed.
 */
export const WALLET_SCRIPT = `
(() => {
  const wallet = window.ethereum
  const root = document.querySelector("onchain-refund")?.shadowRoot
  const box = root?.querySelector("[data-wallet]")
  if (!wallet || !box) return
  const typed = JSON.parse(document.getElementById("typed-data").textContent)
  const form = box.closest("form")
  const { address, signature } = form.elements
  const show = (isSigned, isRefused) => {
    box.querySelector("[data-signed]").hidden = !isSigned
    box.querySelector("[data-unsigned]").hidden = !isRefused
  }
  box.hidden = false
  address.addEventListener("input", () => {
    signature.value = ""
    show(false, false)
  })
  box.querySelector("button").addEventListener("click", async () => {
    signature.value = ""
    try {
      const [account] = await wallet.request({ method: "eth_requestAccounts" })
      address.value = account
      const data = { ...typed, message: { ...typed.message, address: account } }
      signature.value = await wallet.request({
        method: "eth_signTypedData_v4",
        params: [account, JSON.stringify(data)],
      })
      show(true, false)
    } catch {
      show(false, true)
    }
  })
})()
`
