#!/bin/sh
# In a folder created by collect-app.sh: installs the production dependencies of one app and deletes what only npm needed.
set -eu
app=$1
cd "$(dirname "$0")"
node omit-development.mjs
npm ci --omit=dev --workspace "apps/$app" --include-workspace-root=false --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error

# An image compiles nothing and is read by no person: types, source maps, TypeScript sources (which Node refuses in packages) and texts, except licenses,
# would be a quarter of it. TypeScript is only an optional peer.
find node_modules -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' \) -delete
find node_modules -type f -name '*.md' ! -iname '*licen*' ! -iname '*notice*' -delete
rm -rf node_modules/typescript
# Builds for browsers, tests with their samples, and a package manager.
rm -rf node_modules/typeorm/browser node_modules/rxjs/dist/esm node_modules/rxjs/dist/esm5 node_modules/rxjs/dist/bundles
rm -rf node_modules/bintrees/test node_modules/pdfkit/.yarn
rm -f node_modules/pdfkit/js/pdfkit.standalone.js node_modules/pdfkit/js/pdfkit.browser* node_modules/fontkit/dist/browser*

# Fonts come in two formats: the art engine reads .woff, receipts .woff2 without italics.
if [ "$app" = art-svc ]; then unused='*.woff2'; else unused='*-italic.woff2'; find node_modules/ -path '*/@fontsource/*.woff' -delete; fi
find node_modules/ -path '*/@fontsource/*' \( -name '*.css' -o -name "$unused" \) -delete

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
rm -rf package-lock.json .npmrc write-sbom.mjs omit-development.mjs
