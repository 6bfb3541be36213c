import { Container } from "@medusajs/ui"
import { type ComponentType, lazy, type ReactNode, Suspense } from "react"
import { Navigate } from "react-router-dom"
import { LoadFailure } from "./failure"
import { Loading } from "./prose"
import { SandboxBanner } from "./sandbox-banner"
import { useTexts } from "./texts"

/**
 * A page that is downloaded when it is opened, so that the rest of the dashboard does not pay for it.
 *
 * @example export default lazyPage(async () => (await import("../health/health-page")).HealthPage)
 */
export function lazyPage(load: () => Promise<ComponentType>) {
  const Page = lazyPart(load, <PageLoading />, PageFailed)
  return () => (
    <div className="flex flex-col gap-y-3">
      <SandboxBanner of="page" />
      <Page />
    </div>
  )
}

/** A widget that is downloaded with the page it is on; nothing until then. */
export const lazyWidget = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyPart(load, null, Nothing)

/** A menu entry that opens the first of its pages. */
export const redirectTo = (path: string) => () => <Navigate to={path} replace />

function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode,
  Failed: ComponentType
) {
  const Part = lazy(async () => {
    const Loaded = await load().catch(() => null)
    return { default: ({ props }: { props: Props }) => (Loaded ? <Loaded {...props} /> : <Failed />) }
  })
  return (props: Props) => (
    <Suspense fallback={fallback}>
      <Part props={props} />
    </Suspense>
  )
}

const Nothing = () => null

function PageLoading() {
  const { t } = useTexts()
  return (
    <Container className="p-0">
      <Loading label={t("detail.loading")} rows={6} />
    </Container>
  )
}

/** Offline, or the store was rebuilt since the dashboard was opened. */
function PageFailed() {
  const { t } = useTexts()
  return (
    <Container className="p-0">
      <LoadFailure text={t("failure.page")} onRetry={() => window.location.reload()} />
    </Container>
  )
}
