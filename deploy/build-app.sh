#!/bin/sh
# Compiles one app and its libs, for web-releases also the web apps: build-app.sh gateway
set -eu
app=$1
cd "$(dirname "$0")/.."
projects="@shop/$app"
if [ "$app" = web-releases ]; then
  for web in apps/*-web; do projects="$projects,@shop/$(basename "$web")"; done
fi
export NX_DAEMON=false NX_TUI=false NX_NO_CLOUD=true
exec node_modules/.bin/nx run-many -t build -p "$projects" --outputStyle=static
