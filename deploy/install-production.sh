#!/bin/sh
# In a folder that collect-app.sh made: installs what one app needs to run, and takes away what npm alone needed.
set -eu
app=$1
cd "$(dirname "$0")"
npm ci --omit=dev --workspace "apps/$app" --include-workspace-root=false --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error

# Workspaces that this app does not stand on: a link without built files, or built files without a link.
for link in node_modules/@shop/*; do
  [ -d "$link/dist" ] || rm -f "$link"
done
for folder in libs/* libs/web/*; do
  [ -e "node_modules/@shop/$(basename "$folder")" ] || [ "$folder" = libs/web ] || rm -rf "$folder"
done
for folder in apps/*; do
  [ "$folder" = "apps/$app" ] || rm -rf "$folder"
done
rm -rf libs/web package-lock.json .npmrc
