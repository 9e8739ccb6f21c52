# The page of outplay, for a network: see docs/guide/docker.md.
#
#   docker build -t outplay .
#   docker run --rm -it --read-only --tmpfs /tmp -v outplay:/data -p 8000:8000 outplay

FROM python:3.13-slim AS build
WORKDIR /build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/outplay
COPY requirements/run.txt requirements/run.txt
RUN /opt/outplay/bin/pip install --require-hashes -r requirements/run.txt
COPY pyproject.toml README.md LICENSE CHANGELOG.md CITATION.cff ./
COPY src src
RUN /opt/outplay/bin/pip install --no-deps --no-build-isolation . \
    && /opt/outplay/bin/pip uninstall --yes hatchling editables pip

FROM python:3.13-slim
LABEL org.opencontainers.image.title="outplay" \
      org.opencontainers.image.description="Two-player games in the browser, against a strong engine" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /opt/outplay /opt/outplay
# Everything that is written goes to /data: games, the token of the page, compiled code. Nobody owns the rest.
RUN install -d -o 10001 -g 10001 -m 0700 /data
ENV PATH=/opt/outplay/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    OUTPLAY_DATA=/data \
    OUTPLAY_CACHE=/data/cache
VOLUME /data
WORKDIR /data
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import http.client as h; c = h.HTTPConnection('127.0.0.1', 8000, timeout=4); c.request('GET', '/'); raise SystemExit(c.getresponse().status >= 500)"]
ENTRYPOINT ["outplay"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--no-open"]
