#!/bin/sh
# Builds the image of one app: deploy/build-image.sh apps/order-svc. IMAGE_PREFIX and IMAGE_TAG set its name (default petart-order-svc:latest).
set -eu
app=$(basename "$1")
exec docker build -f deploy/Dockerfile --build-arg "APP=$app" -t "${IMAGE_PREFIX:-petart-}$app:${IMAGE_TAG:-latest}" .
