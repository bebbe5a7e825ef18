#!/bin/sh
# In a folder created by collect-app.sh: installs the production dependencies of one app and deletes what only npm needed.
set -eu
app=$1
cd "$(dirname "$0")"
npm ci --omit=dev --workspace "apps/$app" --include-workspace-root=false --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error

# An image compiles nothing: types and source maps of dependencies would be a quarter of it, and TypeScript is only an optional peer.
find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete
rm -rf node_modules/typescript

# onnxruntime-node brings its binaries for every platform: 220 MB more than this one needs.
for folder in node_modules/onnxruntime-node/bin/napi-v6/*/*; do
  [ "$folder" = "node_modules/onnxruntime-node/bin/napi-v6/$(node -p 'process.platform + "/" + process.arch')" ] || rm -rf "$folder"
done

# Workspaces that this app does not use: links without built files, and built files without a link.
for link in node_modules/@shop/*; do
  [ -d "$link/dist" ] || rm -f "$link"
done
for folder in libs/*; do
  [ -e "node_modules/@shop/$(basename "$folder")" ] || [ "$folder" = libs/contracts ] || rm -rf "$folder"
done
for folder in libs/contracts/*; do
  [ -e "node_modules/@shop/contracts-$(basename "$folder")" ] || rm -rf "$folder"
done
for folder in apps/*; do
  [ "$folder" = "apps/$app" ] || rm -rf "$folder"
done
# What is installed, for those who look for known holes: /app/sbom.json.
node write-sbom.mjs
rm -rf package-lock.json .npmrc write-sbom.mjs
