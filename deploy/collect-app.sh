#!/bin/sh
# Copies the files of a compiled app for its image, without node_modules: collect-app.sh order-svc /image
# It also copies install-production.sh, which installs node_modules there.
set -eu
app=$1
target=$2
cd "$(dirname "$0")/.."

copy() {
  mkdir -p "$target/$(dirname "$1")"
  cp -R "$1" "$target/$1"
}

[ -f "apps/$app/dist/main.js" ] || { echo "apps/$app is not compiled. Run deploy/build-app.sh $app first." >&2; exit 1; }
rm -rf "${target:?}"
mkdir -p "$target"

# npm ci compares the lock file with the package.json of every workspace.
copy package.json
copy package-lock.json
copy .npmrc
for manifest in apps/*/package.json libs/*/package.json libs/*/*/package.json tools/package.json; do
  if [ -f "$manifest" ]; then copy "$manifest"; fi
done

copy "apps/$app/dist"
if [ -d "apps/$app/pictures" ]; then copy "apps/$app/pictures"; fi
for folder in libs/*/dist libs/contracts/*/dist libs/*/weights libs/*/colours; do
  if [ -d "$folder" ]; then copy "$folder"; fi
done

# Operator commands for the data of this service: docs/operations.md, "Commands in containers".
case $app in
  gateway | sandbox | web-releases) commands= ;;
  identity-svc) commands="events/events events/events-address events/since shop/service-databases jobs/jobs orders/order orders/order-story admin/admin admin/role-messages admin/roles admin/second-factor admin/sessions audit/audit" ;;
  support-svc) commands="events/events events/events-address events/since shop/service-databases jobs/jobs orders/order orders/order-story mail/mail mail/dead-emails audit/audit" ;;
  order-svc) commands="events/events events/events-address events/since shop/service-databases jobs/jobs orders/order orders/order-story printer/printer printer/catalogue-check printer/printful-articles printer/shop-articles audit/audit" ;;
  catalog-svc) commands="events/events events/events-address events/since shop/service-databases jobs/jobs orders/order orders/order-story audit/audit" ;;
  art-svc) commands="events/events events/events-address events/since shop/service-databases jobs/jobs orders/order orders/order-story files/files files/stored-files" ;;
esac
if [ -n "$commands" ]; then
  for file in $commands shop/addresses shop/settings shop/shop-record shop/start-error shop/variables; do copy "tools/ops/$file.ts"; done
fi

if [ "$app" = web-releases ]; then
  mkdir -p "$target/web"
  for web in apps/*-web; do cp -R "$web/dist" "$target/web/$(basename "$web" -web)"; done
fi

find "$target" -name '*.tsbuildinfo' -delete
cp deploy/healthcheck.mjs "$target/"
cp deploy/install-production.sh deploy/omit-development.mjs deploy/write-sbom.mjs "$target/"
