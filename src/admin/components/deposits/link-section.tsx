import { Alert, Button, StatusBadge, Text, toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type {
  OnchainDepositDetail,
  OnchainDepositProposal,
  OnchainDepositResponse,
} from "../../../types/http"
import { toFailure } from "../../hooks/action-failure"
import { queryKeys } from "../../hooks/query-keys"
import { useTexts } from "../../hooks/use-texts"
import { sdk } from "../../lib/sdk"
import { orderName } from "../../naming/order-name"
import { Copyable } from "../copyable"
import { DrawerSection } from "../drawer-section"
import { OrderLink } from "../order-link"

/** Which payment a deposit belongs to, or may be meant for: a proposal links nothing before a person says so. */
export function LinkSection({ deposit }: { deposit: OnchainDepositDetail }) {
  const { t } = useTexts()
  const client = useQueryClient()
  const { mutate, error, isPending, variables } = useMutation<
    OnchainDepositResponse,
    Error,
    OnchainDepositProposal
  >({
    mutationFn: ({ payment_id }) =>
      sdk.client.fetch(`/admin/onchain/deposits/${encodeURIComponent(deposit.id)}/link`, {
        method: "POST",
        body: { payment_id },
      }),
    onSuccess: (_answer, { order }) => toast.success(t("depositLink.done", { order: orderName(order, t) })),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.deposits }),
  })
  const { linked, linked_by: source, proposals, state } = deposit
  if (!linked && proposals.length === 0) return null
  const failure = error && toFailure(error)
  const isOpen = !linked && state === "in_review"
  return (
    <DrawerSection title={t("depositLink.title")}>
      {linked && (
        <Text size="small" className="break-words">
          {t(`depositLink.${source ?? "address"}`)} <Target payment={linked} />
        </Text>
      )}
      {linked && state === "in_review" && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("depositLink.hint")}
        </Text>
      )}
      {failure && <Alert variant="error">{t(`failure.${failure.kind}`, { message: failure.message })}</Alert>}
      {isOpen && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("depositLink.proposedHint")}
        </Text>
      )}
      {proposals.length > 0 && (
        <ul aria-label={t("depositLink.proposed")} className="flex flex-col divide-y rounded-lg border">
          {proposals.map((one) => (
            <li
              key={`${one.by} ${one.payment_id}`}
              className="flex items-start justify-between gap-x-4 px-3 py-2"
            >
              <div className="flex min-w-0 flex-col items-start gap-y-1">
                <Text size="small" weight="plus" className="break-words">
                  <Target payment={one} />
                </Text>
                <Text size="small" className="text-ui-fg-subtle">
                  {t(`depositLink.${one.by}`, { token: one.token })}
                  {one.is_contested && ` ${t("depositLink.contestedHint")}`}
                </Text>
                {one.is_contested && <StatusBadge color="red">{t("depositLink.contested")}</StatusBadge>}
              </div>
              {isOpen && (
                <Button
                  size="small"
                  variant="secondary"
                  className="shrink-0"
                  disabled={isPending}
                  isLoading={isPending && variables === one}
                  aria-label={t("depositLink.linkTo", { order: orderName(one.order, t) })}
                  onClick={() => mutate(one)}
                >
                  {t("depositLink.link")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </DrawerSection>
  )
}

/** The order of a payment; where it has none yet, its session. */
function Target({
  payment: { order, session_id: id },
}: {
  payment: Pick<OnchainDepositProposal, "order" | "session_id">
}) {
  const { t } = useTexts()
  if (order) return <OrderLink order={order} />
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {t("action.cart")} <Copyable value={id} name={t("payment.session")} />
    </span>
  )
}
