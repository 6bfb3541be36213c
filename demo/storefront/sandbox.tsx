import { useEffect, useState } from "react"
import type { WalletAction } from "../shopper/wallet"
import type { OnchainPageLink, OnchainPaymentView } from "../../src/types/http"
import { useAction } from "./action"
import { Problem } from "./layout"
import { readPayment } from "./payment"
import { settings } from "./shop"

/** Shown when there are no buttons. */
const waiting: Partial<Record<OnchainPaymentView["status"], string>> = {
  choose: "Press “Pay now” and choose a network and a token. Then pay from here.",
  preparing: "The address is being prepared.",
  confirming: "On its way. Sandbox blocks come quickly.",
  expired: "Press “Try again” for a new quote. Then pay from here.",
  paid: "Done. The admin shows the payment as captured.",
  needs_review: "This money is waiting for a decision in the admin.",
}

/** Plays the shopper's wallet. A real shop has no such panel. */
export function Sandbox({ view, link }: { view: OnchainPaymentView; link: OnchainPageLink }) {
  const [actions, setActions] = useState<WalletAction[]>([])
  const [sent, setSent] = useState<string | null>(null)
  const sending = useAction()
  const { status, rail, remaining_amount: rest } = view
  const isPayable = status === "awaiting_payment" || status === "partially_paid"

  useEffect(() => {
    if (!isPayable) return setActions([])
    let isCurrent = true
    readPayment(link, true)
      .then((shown) => ask<WalletAction[]>("actions", shown))
      .then((found) => isCurrent && setActions(found))
      .catch(() => isCurrent && setActions([]))
    return () => {
      isCurrent = false
    }
  }, [link, isPayable, rail, rest])

  const send = ({ key }: WalletAction) =>
    sending.run(async () => {
      setSent(null)
      const shown = await readPayment(link, true)
      const { tx_hash } = await ask<{ tx_hash: string }>("send", { payment: shown, key })
      setSent(tx_hash)
    })
  return (
    <aside className="sandbox" aria-labelledby="sandbox">
      <h2 id="sandbox">Sandbox</h2>
      <p>Be the shopper’s wallet. Nothing here is real money.</p>
      {actions.length === 0 && <p className="hint">{waiting[status] ?? "Nothing to pay right now."}</p>}
      <ul>
        {actions.map((action) => (
          <li key={action.key}>
            <button
              type="button"
              className={action.key}
              disabled={!action.isPossible || sending.isBusy}
              onClick={() => void send(action)}
            >
              <strong>{action.label}</strong>
              <span>{action.effect}</span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="sent">
        {sending.isBusy ? "Sending…" : sent && `Sent: transaction ${sent.slice(0, 10)}…${sent.slice(-6)}`}
      </p>
      <Problem text={sending.problem} />
      <a href={`${settings.storeUrl}/app`} target="_blank" rel="noreferrer">
        Open the admin
      </a>
    </aside>
  )
}

async function ask<Answer>(name: "actions" | "send", body: unknown): Promise<Answer> {
  const response = await fetch(`/wallet/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  return answer as Answer
}
