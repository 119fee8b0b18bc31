export * from "@/identity/families/today/vessel"
