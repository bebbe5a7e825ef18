#!/bin/sh
# Builds the image of one app: deploy/build-image.sh apps/order-svc. IMAGE_PREFIX and IMAGE_TAG set its name (default petart-order-svc:latest).
# The image knows its version: that of its last tag (order-svc@1.1.0), and the commit.
set -eu
app=$(basename "$1")
tag=$(git describe --tags --abbrev=0 --match "$app@*" 2>/dev/null || echo "$app@0.0.0")
version=${tag#"$app@"}+$(git rev-parse --short HEAD)
exec docker build -f deploy/Dockerfile --build-arg "APP=$app" --build-arg "VERSION=$version" -t "${IMAGE_PREFIX:-petart-}$app:${IMAGE_TAG:-latest}" .
