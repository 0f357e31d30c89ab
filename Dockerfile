FROM python:3.11.13-slim-bookworm
RUN useradd --create-home traveller && install -d -o traveller -g traveller /home/traveller/data
WORKDIR /app
# What the project needs comes first: this layer is made again only when pyproject.toml changes.
COPY pyproject.toml ./
RUN python -c 'import tomllib; own = tomllib.load(open("pyproject.toml", "rb"))["project"]; extras = own["optional-dependencies"]; print(*own["dependencies"], *(one for name in ("server", "postgres", "export", "mcp") for one in extras[name]), sep="\n")' > /tmp/needed.txt \
    && pip install --no-cache-dir -r /tmp/needed.txt
COPY README.md LICENSE ./
COPY src src
COPY app app
COPY evals evals
COPY graph graph
COPY nodes nodes
COPY state state
COPY tools tools
RUN pip install --no-cache-dir --no-deps .
USER traveller
ENV TRIPINTENT_DATA_DIR=/home/traveller/data TRIPINTENT_HTTP_HOST=0.0.0.0 PYTHONUNBUFFERED=1
EXPOSE 8484
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8484/readyz', timeout=4)"]
CMD ["tripintent", "serve"]
