import { Button, Prompt, Text } from "@medusajs/ui"
import type {
  OnchainBulkDepositAction,
  OnchainBulkDepositBody,
  OnchainBulkDepositResponse,
  OnchainBulkDepositResult,
  OnchainDeposit,
} from "../../types/http"
import { apiPath, AREAS, useAction } from "../ui/api"
import { FailureAlert } from "../ui/failure"
import { customerName } from "../ui/names"
import { Muted, Strong } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { useFocusReturn } from "../ui/action/use-focus-return"
import { depositAmount } from "./amount"

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
  const { t } = useTexts()
  const returnFocus = useFocusReturn(bulk !== null)
  const { mutate, data, error, isPending, reset } = useAction<
    OnchainBulkDepositResponse,
    OnchainBulkDepositBody
  >({
    request: (body) => ({ path: apiPath("deposits", "bulk"), body }),
    stale: [AREAS.deposits],
  })
  if (!bulk) return null
  const { action } = bulk
  const { sent, left } = divideBulk(action, bulk.deposits)
  const results = new Map(data?.results.map((result) => [result.id, result]))
  const close = () => {
    reset()
    onClose(data !== undefined)
  }
  return (
    <Prompt open onOpenChange={(isOpen) => !isOpen && !isPending && close()}>
      <Prompt.Content
        className="max-h-[calc(100vh-16px)] overflow-y-auto max-sm:w-[calc(100%-16px)]"
        onCloseAutoFocus={returnFocus}
      >
        <Prompt.Header>
          <Prompt.Title>
            {t(data ? `bulk.${action}.results` : `bulk.${action}.title`, { count: sent.length })}
          </Prompt.Title>
          <Prompt.Description>{t(data ? "bulk.resultsText" : `bulk.${action}.text`)}</Prompt.Description>
        </Prompt.Header>
        <div className="flex flex-col gap-y-3 px-6 pt-4">
          <ul aria-label={t("menu.deposits")} className="flex flex-col divide-y rounded-lg border">
            {sent.map((deposit) => (
              <Line key={deposit.id} deposit={deposit} action={action} result={results.get(deposit.id)} />
            ))}
          </ul>
          {left.length > 0 && !data && <LeftOut deposits={left} action={action} />}
          {!data && <Strong>{t("confirm.final")}</Strong>}
          {isPending && (
            <div role="status">
              <Muted>{t("bulk.running")}</Muted>
            </div>
          )}
          <FailureAlert error={error} />
        </div>
        <Prompt.Footer>
          <Prompt.Cancel disabled={isPending}>{t(data ? "detail.close" : "confirm.cancel")}</Prompt.Cancel>
          {!data && (
            <Button
              size="small"
              variant={action === "refund" ? "danger" : "primary"}
              disabled={sent.length === 0}
              isLoading={isPending}
              onClick={() => mutate({ action, ids: sent.map(({ id }) => id) })}
            >
              {t(`action.${action}.button`)}
            </Button>
          )}
        </Prompt.Footer>
      </Prompt.Content>
    </Prompt>
  )
}

type LineProps = {
  deposit: OnchainDeposit
  action: OnchainBulkDepositAction
  result: OnchainBulkDepositResult | undefined
}

function Line({ deposit, action, result }: LineProps) {
  const { t, texts } = useTexts()
  const { from_address: sender } = deposit
  return (
    <li className="flex flex-col gap-y-0.5 px-3 py-2">
      <div className="flex justify-between gap-x-4">
        <Strong>{depositAmount(deposit, texts)}</Strong>
        {result && <Text size="small">{t(`bulk.result.${result.result}`)}</Text>}
      </div>
      <Muted isSmall>
        <bdi>{customerName(deposit.customer, t)}</bdi>
      </Muted>
      {action === "refund" && sender && (
        <code className="txt-compact-xsmall break-all font-mono [font-variant-ligatures:none]">{sender}</code>
      )}
      {result?.message && <Muted isSmall>{result.message}</Muted>}
    </li>
  )
}

function LeftOut({ deposits, action }: { deposits: OnchainDeposit[]; action: OnchainBulkDepositAction }) {
  const { t, texts } = useTexts()
  return (
    <div className="flex flex-col gap-y-1">
      <Strong>{t("bulk.leftOut")}</Strong>
      <ul className="flex flex-col gap-y-1">
        {deposits.map((deposit) => (
          <li key={deposit.id}>
            <Muted isSmall>
              {depositAmount(deposit, texts)}: {deposit.bulk[action].reason}
            </Muted>
          </li>
        ))}
      </ul>
    </div>
  )
}
