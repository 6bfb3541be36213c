import { Heading, StatusBadge, Text } from "@medusajs/ui"
import { useId } from "react"
import type { OnchainPayoutUser } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"
import { Copyable } from "../copyable"

/** Users of the admin with the ids that the option takes, and which of them may move money out. */
export function PayoutUsers({ users }: { users: OnchainPayoutUser[] }) {
  const { t, locale } = useTexts()
  const id = useId()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium" })
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 px-6 py-4">
      <div>
        <Heading level="h2" id={id}>
          {t("health.users.title")}
        </Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {t("health.users.hint")}
        </Text>
      </div>
      <ul className="divide-y">
        {users.map((user) => (
          <li
            key={user.id}
            className="flex flex-col items-start gap-2 py-3 sm:grid sm:grid-cols-[minmax(0,1fr)_168px_128px] sm:items-center sm:gap-4"
          >
            <div className="min-w-0 max-w-full">
              <Text size="small" weight="plus" className="break-words">
                {user.email}
              </Text>
              <Text size="xsmall" className="text-ui-fg-subtle break-words">
                {t("health.users.since", { date: format.format(new Date(user.created_at)) })}
              </Text>
              {user.is_email_unusual && (
                <Text size="xsmall" className="text-ui-fg-error break-words">
                  {t("health.users.unusual")}
                </Text>
              )}
            </div>
            <Copyable value={user.id} name={t("health.users.idOf", { email: user.email })} />
            <StatusBadge color={user.is_allowed ? "green" : "grey"}>
              {t(user.is_allowed ? "health.users.allowed" : "health.users.notAllowed")}
            </StatusBadge>
          </li>
        ))}
      </ul>
    </section>
  )
}
