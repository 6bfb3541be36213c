import { Alert, Button, StatusBadge, Text } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { OnchainDepositDetail, OnchainDepositResponse } from "../../../types/http"
import { toFailure } from "../../hooks/action-failure"
import { queryKeys } from "../../hooks/query-keys"
import { useTexts } from "../../hooks/use-texts"
import { sdk } from "../../lib/sdk"
import { DrawerSection } from "../drawer-section"
import { OrderLink } from "../order-link"

const SOURCE = { address: "belongs", memo: "byMemo", intent: "byIntent", person: "byPerson" } as const

/** Which payment a deposit belongs to, or may be meant for: a proposal ties nothing before a person says so. */
export function LinkSection({ deposit }: { deposit: OnchainDepositDetail }) {
  const { t } = useTexts()
  const client = useQueryClient()
  const { mutate, error, isPending } = useMutation<OnchainDepositResponse, Error, string>({
    mutationFn: (payment_id) =>
      sdk.client.fetch(`/admin/onchain/deposits/${encodeURIComponent(deposit.id)}/link`, {
        method: "POST",
        body: { payment_id },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.deposits }),
  })
  const { linked, linked_by: source, proposals, state } = deposit
  if (!linked && proposals.length === 0) return null
  const failure = error && toFailure(error)
  return (
    <DrawerSection title={t("depositLink.title")}>
      {linked && (
        <Text size="small" className="break-all">
          {t(`depositLink.${SOURCE[source ?? "address"]}`)}{" "}
          {linked.order ? <OrderLink order={linked.order} className="underline" /> : linked.session_id}
        </Text>
      )}
      {linked && state === "in_review" && (
        <Text size="xsmall" className="text-ui-fg-subtle">
          {t("depositLink.hint")}
        </Text>
      )}
      {failure && <Alert variant="error">{t(`failure.${failure.kind}`, { message: failure.message })}</Alert>}
      {proposals.length > 0 && (
        <ul aria-label={t("depositLink.proposed")} className="flex flex-col gap-y-3">
          {proposals.map((one) => (
            <li key={`${one.by} ${one.payment_id}`} className="flex flex-col gap-y-1">
              <Text size="small" className="break-all">
                {t("depositLink.proposed")}{" "}
                {one.order ? <OrderLink order={one.order} className="underline" /> : one.session_id}:{" "}
                {one.by === "amount"
                  ? t("depositLink.byAmount", { token: one.token })
                  : t("depositLink.byClaim")}
              </Text>
              {one.is_contested && <StatusBadge color="red">{t("depositLink.contested")}</StatusBadge>}
              {!linked && state === "in_review" && (
                <Button
                  size="small"
                  variant="secondary"
                  className="self-start"
                  isLoading={isPending}
                  onClick={() => mutate(one.payment_id)}
                >
                  {t("depositLink.tie")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </DrawerSection>
  )
}
