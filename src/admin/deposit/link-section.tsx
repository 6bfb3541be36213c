import { Button, StatusBadge, Text, toast } from "@medusajs/ui"
import type { OnchainDepositDetail, OnchainDepositProposal, OnchainDepositResponse } from "../../types/http"
import { apiPath, useAction } from "../ui/api"
import { DrawerSection } from "../ui/drawer"
import { Copyable } from "../ui/facts"
import { FailureAlert } from "../ui/failure"
import { OrderLink } from "../ui/links"
import { orderName } from "../ui/names"
import { Muted } from "../ui/prose"
import { useTexts } from "../ui/texts"

/** The payment a deposit belongs to, or proposals for it. A proposal links nothing until a user confirms it. */
export function LinkSection({ deposit }: { deposit: OnchainDepositDetail }) {
  const { t } = useTexts()
  const { mutate, error, isPending, variables } = useAction<OnchainDepositResponse, OnchainDepositProposal>(
    ({ payment_id }) => ({ path: apiPath("deposits", deposit.id, "link"), body: { payment_id } })
  )
  const link = (proposal: OnchainDepositProposal) =>
    mutate(proposal, {
      onSuccess: () => toast.success(t("depositLink.done", { order: orderName(proposal.order, t) })),
    })
  const { linked, linked_by: source, proposals, state, application } = deposit
  if (!linked && proposals.length === 0) return null
  const isOpen = !linked && state === "in_review"
  return (
    <DrawerSection title="depositLink.title">
      {linked && (
        <Text size="small" className="break-words">
          {t(`depositLink.${source ?? "address"}`)} <Target payment={linked} />
        </Text>
      )}
      {linked && state === "in_review" && (
        <Muted>{t(`depositLink.${application?.is_possible ? "kept" : "hint"}`)}</Muted>
      )}
      <FailureAlert error={error} />
      {isOpen && <Muted>{t("depositLink.proposedHint")}</Muted>}
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
                <Muted>
                  {t(`depositLink.${one.by}`, { token: one.token })}
                  {one.is_contested && ` ${t("depositLink.contestedHint")}`}
                </Muted>
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
                  onClick={() => link(one)}
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

function Target({
  payment: { order, session_id: id },
}: {
  payment: Pick<OnchainDepositProposal, "order" | "session_id">
}) {
  const { t } = useTexts()
  if (order) return <OrderLink order={order} className="underline" />
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {t("name.cart")} <Copyable value={id} name={t("payment.session")} />
    </span>
  )
}
