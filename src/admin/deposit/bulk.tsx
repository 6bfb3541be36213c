import { Text } from "@medusajs/ui"
import type {
  OnchainBulkDepositAction,
  OnchainBulkDepositBody,
  OnchainBulkDepositResponse,
  OnchainDeposit,
} from "../../types/http"
import { Confirmation } from "../ui/action/confirmation"
import { apiPath, useAction } from "../ui/api"
import { FailureAlert } from "../ui/failure"
import { customerName } from "../ui/names"
import { Muted, Strong } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { depositAmount, isUnsupported } from "./describe"

export type Bulk = { action: OnchainBulkDepositAction; deposits: OnchainDeposit[] }

/** Those that the action is possible for, and the others, which are not sent. */
export function divideBulk<Row extends Pick<OnchainDeposit, "bulk">>(
  action: OnchainBulkDepositAction,
  deposits: readonly Row[]
): { sent: Row[]; left: Row[] } {
  const isSent = ({ bulk }: Row) => bulk[action].is_possible
  return { sent: deposits.filter(isSent), left: deposits.filter((deposit) => !isSent(deposit)) }
}

type BulkPromptProps = {
  bulk: Bulk | null
  /** @param isDone true when something was sent */
  onClose: (isDone: boolean) => void
}

/** One question about several deposits, then a result for each. */
export function BulkPrompt({ bulk, onClose }: BulkPromptProps) {
  const { t, texts } = useTexts()
  const { mutate, data, error, isPending, reset } = useAction<
    OnchainBulkDepositResponse,
    OnchainBulkDepositBody
  >((body) => ({ path: apiPath("deposits", "bulk"), body }))
  const { action, deposits } = bulk ?? { action: "accept" as const, deposits: [] }
  const { sent, left } = divideBulk(action, deposits)
  const results = new Map(data?.results.map((result) => [result.id, result]))
  const close = () => {
    reset()
    onClose(data !== undefined)
  }
  return (
    <Confirmation
      words={
        bulk && {
          title: t(data ? `bulk.${action}.results` : `bulk.${action}.title`, { count: sent.length }),
          text: t(data ? "bulk.resultsText" : `bulk.${action}.text`),
          isFinal: !data,
          button: data ? null : t(`action.${action}.button`),
        }
      }
      isDangerous={action === "refund"}
      isBusy={isPending}
      isReady={sent.length > 0}
      onConfirm={() => mutate({ action, ids: sent.map(({ id }) => id) })}
      onCancel={close}
    >
      <ul aria-label={t("menu.deposits")} className="flex flex-col divide-y rounded-lg border">
        {sent.map((deposit) => {
          const result = results.get(deposit.id)
          return (
            <li key={deposit.id} className="flex flex-col gap-y-0.5 px-3 py-2">
              <div className="flex justify-between gap-x-4">
                <Strong>{depositAmount(deposit, texts)}</Strong>
                {result && <Text size="small">{t(`bulk.result.${result.result}`)}</Text>}
              </div>
              <Muted isSmall>
                <bdi>{customerName(deposit.customer, t)}</bdi>
              </Muted>
              {action === "refund" && deposit.from_address && (
                <code className="txt-compact-xsmall break-all font-mono [font-variant-ligatures:none]">
                  {deposit.from_address}
                </code>
              )}
              {action === "accept" && isUnsupported(deposit) && (
                <Muted isSmall>{t("action.accept.unsupported")}</Muted>
              )}
              {result?.message && <Muted isSmall>{result.message}</Muted>}
            </li>
          )
        })}
      </ul>
      {left.length > 0 && !data && (
        <div className="flex flex-col gap-y-1">
          <Strong>{t("bulk.leftOut")}</Strong>
          <ul className="flex flex-col gap-y-1">
            {left.map((deposit) => (
              <li key={deposit.id}>
                <Muted isSmall>
                  {depositAmount(deposit, texts)}: {deposit.bulk[action].reason}
                </Muted>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isPending && (
        <div role="status">
          <Muted>{t("bulk.running")}</Muted>
        </div>
      )}
      <FailureAlert error={error} />
    </Confirmation>
  )
}
