import "@testing-library/jest-dom/vitest"
import { cleanup, configure } from "@testing-library/react"
import { afterEach } from "vitest"
// Before anything of ours takes hold of fetch and WebSocket.
import "./server"

// Generous, because the machine may be busy.
configure({ asyncUtilTimeout: 60_000 })

afterEach(cleanup)
