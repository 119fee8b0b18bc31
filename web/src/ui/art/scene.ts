export * from "@/identity/families/today/scene"
