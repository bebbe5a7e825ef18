#!/bin/sh
# Builds the image of one app: deploy/build-image.sh apps/order-svc. IMAGE_PREFIX and IMAGE_TAG set its name (default petart-order-svc:latest).
# The image knows its version: that of package.json, and the commit.
set -eu
app=$(basename "$1")
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "apps/$app/package.json")+$(git rev-parse --short HEAD)
exec docker build -f deploy/Dockerfile --build-arg "APP=$app" --build-arg "VERSION=$version" -t "${IMAGE_PREFIX:-petart-}$app:${IMAGE_TAG:-latest}" .
