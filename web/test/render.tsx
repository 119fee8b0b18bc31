import { QueryClientProvider } from "@tanstack/react-query"
import { render } from "@testing-library/react"
import type { ReactNode } from "react"
import { makeQueryClient } from "@/lib/query"

/** Renders what asks the server for something; nothing of it was read before. */
export const renderPage = (page: ReactNode) =>
  render(<QueryClientProvider client={makeQueryClient(() => {})}>{page}</QueryClientProvider>)
